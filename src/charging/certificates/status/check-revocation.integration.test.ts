import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { guardedFetch } from '#base/guarded-fetch.ts';
import { indexLine, type Openssl, openOpenssl } from '../../../../test/support/openssl.ts';
import { freshDatabase } from '../../../../test/support/postgres.ts';
import { checkRevocation } from './check-revocation.ts';
import { openStatus } from './open-status.ts';

const certificateOf = async (openssl: Openssl, name: string) =>
  new X509Certificate(await readFile(`${openssl.folder}/${name}.pem`));

test('a chain is looked up by what its certificates name, kept until its time, and a list stands in for a responder', async () => {
  await using openssl = await openOpenssl();
  await using database = await freshDatabase();
  await openssl.make('ca');
  // The responder's address has to stand in the certificates before they are known to it.
  const responder = await openssl.responder({ ca: 'ca', index: '' });
  const named = `basicConstraints=critical,CA:FALSE\nauthorityInfoAccess=OCSP;URI:${responder.url}\n`;
  await openssl.make('contract', { by: 'ca', extensions: named });
  await openssl.make('silent', { by: 'ca', extensions: 'basicConstraints=critical,CA:FALSE\n' });
  await responder.stop();
  const contract = await certificateOf(openssl, 'contract');
  const root = await certificateOf(openssl, 'ca');

  let now = new Date();
  const asked: string[] = [];
  let url = '';
  const ask = guardedFetch({ isHttpFine: true, allowedHosts: ['127.0.0.1'] });
  const book = openStatus({
    pool: database.pool,
    clock: { now: () => now },
    authorities: { all: () => Promise.resolve([]), issuerOf: () => Promise.resolve(undefined) },
    trustedRoots: [],
    revocation: { hosts: [], cacheMs: 10 * 60_000 },
    fetch: (address, given) => (asked.push(address), ask(url, given)),
  });
  const answering = async (isRevoked: boolean) => {
    const next = await openssl.responder({
      ca: 'ca',
      index: indexLine({ serialNumber: contract.serialNumber, isRevoked }),
    });
    url = next.url;
    return next;
  };
  const check = () => checkRevocation(book, [contract, root]);

  const good = await answering(false);
  const verdicts = await Promise.all([check(), check(), check()]);
  expect(verdicts.map(({ status }) => status)).toEqual(['good', 'good', 'good']);
  expect(asked).toEqual([responder.url]); // one question for all three
  await good.stop();
  await answering(true);
  expect((await check()).status).toBe('good'); // kept
  now = new Date(now.getTime() + 11 * 60_000);
  const revoked = await check(); // the cap is over, long before the responder's own time
  expect(revoked).toMatchObject({ status: 'revoked', certificates: [{ status: 'revoked', source: 'ocsp' }] });
  expect(asked).toHaveLength(2);

  expect(await checkRevocation(book, [await certificateOf(openssl, 'silent'), root])).toMatchObject({
    status: 'failed',
    certificates: [{ source: null, reason: expect.stringContaining('names neither') as string }],
  });
  expect(await checkRevocation(book, [root])).toEqual({ status: 'good', certificates: [] });
});

test('where the responder fails, the list that the certificate names is read; one out of date counts for nothing', async () => {
  await using openssl = await openOpenssl();
  await using database = await freshDatabase();
  const extensions =
    'basicConstraints=critical,CA:FALSE\nauthorityInfoAccess=OCSP;URI:http://ocsp.test/\ncrlDistributionPoints=URI:http://crl.test/\n';
  await openssl.make('ca');
  await openssl.make('contract', { by: 'ca', extensions });
  const contract = await certificateOf(openssl, 'contract');
  const chain = [contract, await certificateOf(openssl, 'ca')];
  await openssl.file('list.txt', indexLine({ serialNumber: contract.serialNumber, isRevoked: true }));
  await openssl.file('crlnumber', '01\n');
  await openssl.file('ca.cnf', '[ca]\ndefault_ca=d\n[d]\ndatabase=list.txt\ncrlnumber=crlnumber\ndefault_md=sha256\n');
  const sign = ['ca', '-config', 'ca.cnf', '-gencrl', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-crldays', '1'];
  await openssl.run(...sign, '-out', 'list.pem');
  const list = await readFile(`${openssl.folder}/list.pem`);

  const checkAt = (now: Date) =>
    checkRevocation(
      openStatus({
        pool: database.pool,
        clock: { now: () => now },
        authorities: { all: () => Promise.resolve([]), issuerOf: () => Promise.resolve(undefined) },
        trustedRoots: [],
        revocation: { hosts: [], cacheMs: 3_600_000 },
        fetch: (url) =>
          url.includes('crl')
            ? Promise.resolve({ status: 200, headers: {}, body: list })
            : Promise.reject(new Error('away')),
      }),
      chain,
    );
  expect(await checkAt(new Date())).toMatchObject({ status: 'revoked', certificates: [{ source: 'crl' }] });
  expect(await checkAt(new Date(Date.now() + 3 * 86_400_000))).toMatchObject({
    status: 'failed',
    certificates: [{ source: 'crl', reason: 'its answer is out of date' }],
  });
});
