import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ProductProcess } from '../support/product-process.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { scripted } from '../support/use-case.ts';

const mebibyte = 1_048_576;

test('memory stays flat while eight stations bring as much as they may, and bombs besides', async () => {
  await using sigec = await ProductProcess.start({ LOG_FILE_MAX_MB: '8', LOG_FTP_PORT: '0' });
  await using station = scripted(await connectRaw(`${sigec.ocppUrl}/`, 'LOGS', { protocols: ['ocpp2.0.1'] }));
  await station.call('BootNotification', bootPayload['2.0.1']);
  const bomb = gzipSync(Buffer.alloc(256 * mebibyte)); // 256 kB that would be 256 MB
  const file = function* () {
    for (let part = 0; part < 7 * 16; part += 1) yield randomBytes(mebibyte / 16);
  };
  const addresses: string[] = [];
  const before = await residentBytes(sigec);
  let peak = before;
  for (let round = 0; round < 2; round += 1) {
    for (let index = 0; index < 8; index += 1) addresses.push(await addressFor(sigec, station));
    const bringing = addresses.splice(0).map(async (address, index) => {
      const body = index % 2 === 0 ? new Uint8Array(bomb) : Readable.toWeb(Readable.from(file()));
      const { status } = await fetch(address, { method: 'PUT', body, duplex: 'half' });
      peak = Math.max(peak, await residentBytes(sigec));
      return status;
    });
    expect(await Promise.all(bringing)).toEqual([422, 201, 422, 201, 422, 201, 422, 201]);
  }
  // Unpacked the bombs of one round are 1 GB.
  expect((peak - before) / mebibyte).toBeLessThan(384);
});

/** Asks the station for its log; where it is told to bring it. */
async function addressFor(sigec: ProductProcess, station: ReturnType<typeof scripted>): Promise<string> {
  const [, asked] = await Promise.all([
    sigec.post('/api/stations/LOGS/log-files', {}),
    station.answer('GetLog', { status: 'Accepted', filename: 'log.gz' }),
  ]);
  return (asked['log'] as { remoteLocation: string }).remoteLocation;
}

async function residentBytes(sigec: ProductProcess): Promise<number> {
  const metrics = await (await fetch(`${sigec.apiUrl}/metrics`)).text();
  const [, value] = /^process_resident_memory_bytes (\S+)$/m.exec(metrics) ?? [];
  return Number(value);
}
