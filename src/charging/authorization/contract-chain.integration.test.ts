import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RefusalList } from '#contract/access/token.ts';
import { makeCertificate, pemOf } from '../../../test/support/contract-certificates.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';
import { startSigec, type TestSigec } from '../../../test/support/sigec.ts';
import { enterToken } from '../../../test/support/tokens.ts';
import { scripted } from '../../../test/support/use-case.ts';
import { readRoots } from '../certificates/read-roots.ts';

const emaid = 'DE8AAA123456';
const root = await makeCertificate('MO Root');
const contract = await makeCertificate('DE-8AA-A123456', { by: root });

/** What a station hears that sends these certificates for the contract, and what was written down of it. */
async function shown(sigec: TestSigec, chains: readonly string[]) {
  await enterToken(sigec, emaid, { type: 'emaid' });
  const protocols = ['ocpp2.0.1'];
  await using station = scripted(await connectRaw(sigec.addresses.ocpp, 'PNC', { protocols }));
  await station.call('BootNotification', bootPayload['2.0.1']);
  const answers: unknown[] = [];
  for (const certificate of chains) {
    const { idTokenInfo, certificateStatus } = await station.call('Authorize', {
      idToken: { idToken: emaid, type: 'eMAID' },
      certificate,
    });
    answers.push([(idTokenInfo as { status: string }).status, certificateStatus]);
  }
  const { refusals } = await sigec.api.get<RefusalList>('/api/refusals?stationId=PNC');
  return { answers, facts: refusals.map(({ facts }) => facts) };
}

test('a contract is accepted by a chain up to a trusted root, and by no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigec-roots-'));
  const path = join(folder, 'roots.pem');
  await writeFile(path, pemOf(await makeCertificate('Another Root'), root));
  try {
    await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', CONTRACT_ROOTS: path });
    const stranger = pemOf(await makeCertificate(emaid));
    const other = pemOf(await makeCertificate('DE8AAA654321', { by: root }));
    const { answers } = await shown(sigec, [pemOf(contract), pemOf(contract, root), stranger, other]);
    expect(answers).toEqual([
      ['Accepted', 'Accepted'],
      ['Accepted', 'Accepted'],
      ['Invalid', 'CertChainError'],
      ['Invalid', 'CertChainError'],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('where no root is trusted no chain is accepted, and the refusal names the setting', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const { answers, facts } = await shown(sigec, [pemOf(contract, root)]);
  expect(answers).toEqual([['Invalid', 'CertChainError']]);
  expect(facts).toMatchObject([
    { certificate: 'chain-error', why: expect.stringContaining('CONTRACT_ROOTS') as string },
  ]);
});

test('a file of roots that is none keeps the product from starting', async () => {
  await expect(readRoots('CONTRACT_ROOTS', '/nowhere/roots.pem')).rejects.toThrow(
    'CONTRACT_ROOTS names /nowhere/roots.pem',
  );
  await expect(readRoots('CONTRACT_ROOTS', 'package.json')).rejects.toThrow('holds no certificates');
});
