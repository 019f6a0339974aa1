"""Attachments, kept under addresses that the loopback server answers."""

import mimetypes
from typing import Any

from simcord.backend.cdn import CdnStore


class Cdn(CdnStore):
    """What simcord keeps of attachments, with our addresses."""

    base = ""

    def store_attachment(
        self,
        attachment_id: int,
        channel_id: int,
        filename: str,
        data: bytes,
        description: str | None,
    ) -> dict[str, Any]:
        """Keep a file and return the attachment as a message shows it."""
        path = f"/attachments/{channel_id}/{attachment_id}/{filename}"
        self._blobs[path] = data
        kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
        return {
            "id": str(attachment_id),
            "filename": filename,
            "description": description,
            "size": len(data),
            "url": self.base + path,
            "proxy_url": self.base + path,
            "content_type": kind,
        }
