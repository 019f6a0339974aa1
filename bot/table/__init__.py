"""The application: tables, seats and time. It knows neither Discord nor SQL."""
