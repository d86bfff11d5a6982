import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { asError } from '#base/errors.ts';
import type { Grant, Principal } from '#contract/agents/principal.ts';
import { openTestPrincipals, type PrincipalsAtWork } from '../../../test/support/http-door.ts';
import type { Actor } from '../actor.ts';

let work: PrincipalsAtWork;
beforeAll(async () => {
  work = await openTestPrincipals();
});
afterAll(() => work[Symbol.asyncDispose]());

const minute = 60_000;
const password = 'four wet blue horses';
const everywhere: Grant[] = [{ role: 'operator', siteId: null }];
const root: Actor = {
  principal: { id: 'root0000', name: 'Root', kind: 'person', role: 'administrator', scopes: [] },
  door: 'console',
};
const place = { rpId: 'localhost', origin: 'http://localhost' };
let addresses = 0;
/** Each from another network, so that no test is refused for another's failures. */
const browser = () => ({ address: `203.0.${(addresses += 1)}.7`, name: 'Test Browser' });

async function join(email: string, grants: Grant[] = everywhere) {
  const { people } = work.principals;
  const { link } = await people.invite({ email, grants }, root);
  const code = link.split('#')[1] ?? '';
  const signedIn = await people.acceptInvitation({ code, name: 'Bia Luz', password }, { browser: browser(), place });
  return { ...signedIn, self: selfOf(signedIn), code };
}

function selfOf({ principal, cookie }: { principal: Principal; cookie: string }) {
  return { actor: { principal, door: 'console' as const }, cookie };
}

test('e-mail and password sign in; who is unknown, wrong or disabled hears the same', async () => {
  const { people } = work.principals;
  const { principal } = await join('carla@north.example');
  const right = await people.signInWithPassword({ email: ' Carla@north.example'.trim(), password }, browser());
  expect(right.principal.id).toBe(principal.id);
  const refusal = async (email: string, given: string) =>
    people.signInWithPassword({ email, password: given }, browser()).then(
      () => 'signed in',
      (error: unknown) => asError(error).message,
    );
  const wrong = await refusal('carla@north.example', 'four wet blue dogs!');
  expect(wrong).toContain('E-mail or password is wrong');
  expect(await refusal('nobody@north.example', password)).toBe(wrong);
  await people.changePerson(principal.id, { change: { state: 'disabled' }, actor: root });
  expect(await refusal('carla@north.example', password)).toBe(wrong);
  expect(await work.principals.authenticateCookie(right.cookie)).toBeUndefined();
});

test('an unknown e-mail takes as long as a wrong password', async () => {
  const { people } = work.principals;
  await join('timing@north.example');
  const times: Record<string, number[]> = { known: [], unknown: [] };
  for (let n = 0; n < 7; n += 1)
    for (const [who, email] of [
      ['known', 'timing@north.example'],
      ['unknown', `nobody${n}@north.example`],
    ] as const) {
      const begun = process.cpuUsage();
      await people.signInWithPassword({ email, password: 'wrong' }, browser()).catch(() => undefined);
      const { user } = process.cpuUsage(begun);
      times[who]?.push(user);
    }
  const median = (list: number[] = []) => list.toSorted((a, b) => a - b)[3] ?? 0;
  const ratio = median(times['known']) / median(times['unknown']);
  expect(ratio).toBeGreaterThan(0.5); // without the hash of nobody it is ten and more
  expect(ratio).toBeLessThan(2);
});

test('guesses that come all at once are no more than those that come one after the other', async () => {
  const { people } = work.principals;
  const email = 'at-once@north.example';
  const { self } = await join(email);
  const codesOf = async (guesses: Promise<unknown>[]) =>
    (await Promise.allSettled(guesses)).map((each) =>
      each.status === 'rejected' ? (each.reason as { code?: string }).code : 'signed in',
    );
  const compared = (codes: (string | undefined)[]) => codes.filter((code) => code === 'NOT_SIGNED_IN').length;
  const guess = (from: { address: string }) => people.signInWithPassword({ email, password: 'no' }, from);
  const one = browser();
  const atOneAddress = compared(await codesOf(Array.from({ length: 30 }, () => guess(one))));
  expect(atOneAddress).toBeLessThanOrEqual(10);
  const elsewhere = compared(await codesOf(Array.from({ length: 30 }, () => guess(browser()))));
  expect(atOneAddress + elsewhere).toBe(20); // in all at one person
  // Whoever found a browser that was left open does not guess the password there either.
  const change = () => people.setPassword({ password: 'seven dry red wolves', currentPassword: 'no' }, self);
  const changes = await codesOf(Array.from({ length: 30 }, change));
  expect(changes.filter((code) => code === 'INVALID_INPUT')).toHaveLength(20);
  expect(changes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(10);
});

test('an address that guesses has to wait, the person elsewhere does not; many who guess at one wait, where the person was before does not', async () => {
  const { people } = work.principals;
  const { self } = await join('guessed@north.example');
  const home = { address: '198.51.100.1', name: 'Home' };
  await people.signInWithPassword({ email: 'guessed@north.example', password }, home);
  const one = browser();
  const guess = (from: { address: string }) =>
    people.signInWithPassword({ email: 'guessed@north.example', password: 'no' }, from);
  for (let n = 0; n < 10; n += 1) await expect(guess(one)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  await expect(guess(one)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect((await people.signInWithPassword({ email: 'guessed@north.example', password }, browser())).principal.id).toBe(
    self.actor.principal.id,
  );
  for (let n = 0; n < 10; n += 1) await guess(browser()).catch(() => undefined);
  const strange = browser();
  await expect(people.signInWithPassword({ email: 'guessed@north.example', password }, strange)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  await expect(people.signInWithPassword({ email: 'nobody@north.example', password }, strange)).rejects.toMatchObject({
    code: 'NOT_SIGNED_IN',
  });
  expect((await people.signInWithPassword({ email: 'guessed@north.example', password }, home)).principal.id).toBe(
    self.actor.principal.id,
  );
});

test('with an app a code is asked for; each counts once, and a recovery code stands in once', async () => {
  const { people } = work.principals;
  const email = 'totp@north.example';
  const { self } = await join(email);
  const { secret } = await people.beginTotp({}, self);
  const totp = new TOTP({ secret });
  const codeNow = () => totp.generate({ timestamp: work.clock.now().getTime() });
  await expect(people.confirmTotp('000000', self)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const setUp = codeNow();
  const { recoveryCodes } = await people.confirmTotp(setUp, self);
  const signIn = (code?: string) =>
    people.signInWithPassword({ email, password, ...(code !== undefined && { code }) }, browser());
  await expect(signIn()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN', details: { needs: 'code' } });
  await expect(signIn(setUp)).rejects.toMatchObject({ details: { needs: 'code' } });
  work.clock.forward(minute);
  const code = codeNow();
  const moment = work.clock.now();
  const clock = vi.spyOn(work.clock, 'now').mockReturnValue(moment); // in the same millisecond, and so in the same commit
  const many = await Promise.allSettled(Array.from({ length: 12 }, () => signIn(code)));
  clock.mockRestore();
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(signIn(code)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  const [first = '', second = ''] = recoveryCodes;
  await signIn(first);
  await expect(signIn(first)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  await signIn(second.toUpperCase());
  expect((await people.readAccount(self)).recoveryCodes).toBe(8);
  const { rows } = await work.database.pool.query<{ sealed: Buffer }>(
    'select totp_sealed as sealed from person where email = $1',
    [email],
  );
  expect(rows[0]?.sealed.toString()).not.toContain(secret);
});

test('a new password ends every other sign-in, and takes the old one or a moment ago', async () => {
  const { people } = work.principals;
  const email = 'change@north.example';
  const { self } = await join(email);
  const other = await people.signInWithPassword({ email, password }, browser());
  await expect(people.setPassword({ password: 'seven dry red wolves' }, self)).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  });
  await expect(
    people.setPassword({ password: 'seven dry red wolves', currentPassword: 'no' }, self),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(
    people.setPassword({ password: 'bia luz bia luz', currentPassword: password }, self),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const account = await people.setPassword({ password: 'seven dry red wolves', currentPassword: password }, self);
  expect(account.signIns).toMatchObject([{ isThis: true, way: 'invitation', browser: 'Test Browser' }]);
  expect(await work.principals.authenticateCookie(other.cookie)).toBeUndefined();
  expect(await work.principals.authenticateCookie(self.cookie)).toBeDefined();
  work.clock.forward(20 * minute);
  await expect(people.beginTotp({}, self)).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
    details: { needs: 'currentPassword' },
  });
  await people.beginTotp({ currentPassword: 'seven dry red wolves' }, self);
});

test('sign-ins are listed and ended one by one, all others, or all by an administrator', async () => {
  const { people } = work.principals;
  const email = 'browsers@north.example';
  const { self, principal } = await join(email);
  const [one, two] = await Promise.all([1, 2].map(() => people.signInWithPassword({ email, password }, browser())));
  const { signIns } = await people.readAccount(self);
  expect(signIns).toHaveLength(3);
  const ofOne = (await people.readAccount(selfOf(one as never))).signIns.find(({ isThis }) => isThis);
  await people.endSignIn(ofOne?.id ?? '', self);
  expect(await work.principals.authenticateCookie(one?.cookie ?? '')).toBeUndefined();
  expect(await people.endOtherSignIns(self)).toEqual({ ended: 1 });
  expect(await work.principals.authenticateCookie(two?.cookie ?? '')).toBeUndefined();
  const stranger = await join('other@north.example');
  await expect(people.endSignIn(signIns[0]?.id ?? '', stranger.self)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await people.endSignInsOf(principal.id, root);
  expect(await work.principals.authenticateCookie(self.cookie)).toBeUndefined();
});

test('roles that change hold at the next request, and the last administrator stays one', async () => {
  const { people } = work.principals;
  const { principal, cookie } = await join('roles@north.example', [{ role: 'administrator', siteId: null }]);
  await expect(
    people.changePerson(principal.id, { change: { grants: everywhere }, actor: root }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(people.removePerson(principal.id, root)).rejects.toMatchObject({ code: 'CONFLICT' });
  await join('second@north.example', [{ role: 'administrator', siteId: null }]);
  const grants: Grant[] = [{ role: 'viewer', siteId: 'north' }];
  await people.changePerson(principal.id, { change: { grants, name: 'Rita' }, actor: root });
  expect(await work.principals.authenticateCookie(cookie)).toMatchObject({ name: 'Rita', role: 'viewer', grants });
});

test('a removed person leaves no name, no e-mail and nothing to sign in with', async () => {
  const { people } = work.principals;
  const email = 'gone@north.example';
  const { principal, cookie } = await join(email);
  await people.removePerson(principal.id, root);
  expect(await work.principals.authenticateCookie(cookie)).toBeUndefined();
  await expect(people.getPerson(principal.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { rows } = await work.database.pool.query<{ name: string }>('select name from principal_key where id = $1', [
    principal.id,
  ]);
  expect(rows).toEqual([{ name: 'Former person' }]);
});

test('the first administrator by the link is a person, who can give themselves an e-mail and a password', async () => {
  await using fresh = await openTestPrincipals();
  const first = await fresh.principals.ensureFirstAdministrator({ adminKey: '' });
  const code = first.status === 'link' ? (first.path.split('=')[1] ?? '') : '';
  const signedIn = await fresh.principals.signInWithCode(code, browser());
  const { people } = fresh.principals;
  const self = selfOf(signedIn as never);
  await people.changeAccount({ email: 'Owner@House.example', name: 'Olga' }, self);
  await people.setPassword({ password }, self);
  const again = await people.signInWithPassword({ email: 'owner@house.example', password }, browser());
  expect(again.principal).toMatchObject({ id: signedIn?.principal.id, name: 'Olga', role: 'administrator' });
  expect(await fresh.principals.authenticate(signedIn?.created.secret ?? '')).toMatchObject({ name: 'Olga' });
});
