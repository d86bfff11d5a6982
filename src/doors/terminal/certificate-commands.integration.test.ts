import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCsr } from '../../../test/support/csr.ts';
import { type Openssl, openOpenssl } from '../../../test/support/openssl.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { scripted } from '../../../test/support/use-case.ts';
import { runSigec } from './run.ts';

let product: TestSigec;
let openssl: Openssl;
beforeAll(async () => {
  openssl = await openOpenssl();
  product = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await openssl[Symbol.asyncDispose]();
});

async function sigec(...args: string[]) {
  const env = { SIGEC_URL: product.addresses.api, SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({ env, language: args.includes('pt-BR') ? 'pt-BR' : 'en' });
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}

test('an authority of the operator is brought by files, and shown as PEM', async () => {
  await openssl.make('own');
  const files = ['--certificate', `${openssl.folder}/own.pem`, '--private-key', `${openssl.folder}/own.key`];
  expect(await sigec('certificate', 'authority', 'import', 'stations', ...files)).toMatchObject({
    exitCode: 0,
    out: 'CN=own signs for stations from now on.\n',
  });
  expect((await sigec('certificate', 'authority', 'list', '--lang', 'pt-BR')).out).toMatch(
    /stations +importada +CN=own/,
  );
  const { out } = await sigec('certificate', 'authority', 'show', 'stations');
  await openssl.file('shown.pem', out);
  expect((await openssl.run('x509', '-in', 'shown.pem', '-noout', '-subject')).output.trim()).toBe('subject=CN = own');
  const wrong = ['--certificate', `${openssl.folder}/own.key`, '--private-key', `${openssl.folder}/own.key`];
  expect(await sigec('certificate', 'authority', 'import', 'stations', ...wrong)).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('holds no X.509 certificate in PEM') as string,
  });
});

test('a certificate is listed, revoked and no longer in force', async () => {
  await using station = scripted(await connectRaw(product.addresses.ocpp, 'CP-7', { protocols: ['ocpp1.6'] }));
  await station.call('BootNotification', bootPayload['1.6']);
  await station.call('SignCertificate', { csr: await makeCsr('CN=CP-7') });
  await station.answer('CertificateSigned', { status: 'Accepted' });
  const { out } = await sigec('certificate', 'list', 'CP-7');
  expect(out).toMatch(/issued +station +CN=CP-7.+in force/);
  const serial = /^([0-9a-f]{32})/m.exec(out)?.[1] ?? '';
  expect(await sigec('certificate', 'revoke', serial, '--reason', 'key-compromise')).toMatchObject({
    exitCode: 0,
    out: `${serial} (CN=CP-7) is revoked for ever.\n`,
  });
  expect((await sigec('certificate', 'list', 'CP-7', '--lang', 'pt-BR')).out).toMatch(/CN=CP-7.+revogado em/);
  expect(await sigec('certificate', 'revoke', 'abcd')).toMatchObject({ exitCode: 4 });
  expect((await sigec('certificate', 'renewals')).err).toContain('No certificate is due');
});
