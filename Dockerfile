FROM python:3.11-slim

RUN useradd --create-home --uid 10001 pluck
WORKDIR /app
COPY pyproject.toml constraints.txt README.md ./
COPY bot bot
COPY cogs cogs
COPY data data
RUN pip install --no-cache-dir -c constraints.txt -e . \
    && mkdir -p data/var && chown pluck data/var

USER pluck
VOLUME /app/data/var
ENV PLUCK_HEALTH_PORT=8081
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot", "health"]
# The playground is not installed here: without DISCORD_TOKEN the bot ends with status 2.
ENTRYPOINT ["python", "-m", "bot", "run", "--no-playground"]
