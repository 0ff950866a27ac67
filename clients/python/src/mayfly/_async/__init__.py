"""The flows, driven with `httpx.AsyncClient`, on asyncio or trio."""
