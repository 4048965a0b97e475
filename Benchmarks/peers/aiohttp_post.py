# SPDX-License-Identifier: Apache-2.0
"""Posts envelopes with aiohttp, 50 at a time over keep-alive connections, ignoring the responses: aiohttp_post.py ENVELOPES URL."""

import asyncio
import sys
import time

import aiohttp

PARALLEL, SECONDS = 50, 2


async def main(lines, url):
    done, wall, cpu = 0, time.monotonic(), time.process_time()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=PARALLEL)) as session:
        while time.monotonic() - wall < SECONDS:
            waiting = iter(lines)

            async def worker():
                for line in waiting:
                    async with session.post(url, data={"tx": line}) as answer:
                        await answer.read()
                        if answer.status != 200:
                            sys.exit(69)

            await asyncio.gather(*[worker() for _ in range(PARALLEL)])
            done += len(lines)
    print(f"post {done / (time.process_time() - cpu):.0f} {done / (time.monotonic() - wall):.0f}")


asyncio.run(main(open(sys.argv[1]).read().split(), sys.argv[2]))
