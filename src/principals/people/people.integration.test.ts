import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('an invitation makes a person once, with the roles it says, and is good for seven days', async () => {
  const { people } = work.principals;
  const grants: Grant[] = [
    { role: 'viewer', siteId: 'north' },
    { role: 'accountant', siteId: 'south' },
  ];
  const { link, invitation } = await people.invite({ email: 'Bia@North.example', grants }, root);
  const code = link.split('#')[1] ?? '';
  expect(await people.lookAtInvitation(code, browser())).toMatchObject({ email: 'bia@north.example', grants });
  const here = { browser: browser(), place };
  const signedIn = await people.acceptInvitation({ code, name: 'Bia Luz', password }, here);
  expect(signedIn.principal).toMatchObject({ kind: 'person', role: 'accountant', grants });
  expect(await work.principals.authenticateCookie(signedIn.cookie)).toMatchObject({ id: signedIn.principal.id });
  await expect(people.acceptInvitation({ code, name: 'Eve', password }, here)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await people.listInvitations()).toMatchObject([{ id: invitation.id, state: 'used' }]);
  await expect(people.invite({ email: 'bia@north.example', grants }, root)).rejects.toMatchObject({ code: 'CONFLICT' });

  const late = await people.invite({ email: 'late@north.example', grants }, root);
  work.clock.forward(7 * 24 * 60 * minute);
  await expect(people.lookAtInvitation(late.link.split('#')[1] ?? '', browser())).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const taken = await people.invite({ email: 'taken@north.example', grants }, root);
  await people.revokeInvitation(taken.invitation.id, root);
  await expect(people.lookAtInvitation(taken.link.split('#')[1] ?? '', browser())).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('of two who use one link at once one becomes the person', async () => {
  const { people } = work.principals;
  const { link } = await people.invite({ email: 'race@north.example', grants: everywhere }, root);
  const code = link.split('#')[1] ?? '';
  const both = await Promise.allSettled(
    ['One', 'Two'].map((name) => people.acceptInvitation({ code, name, password }, { browser: browser(), place })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('nobody invites to more than they may do themselves', async () => {
  const limited: Actor = {
    ...root,
    principal: { ...(root.principal as Principal), grants: [{ role: 'administrator', siteId: 'north' }] },
  };
  const { people } = work.principals;
  await expect(people.invite({ email: 'x@x.example', grants: everywhere }, limited)).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  });
  const own: Grant[] = [{ role: 'operator', siteId: 'north' }];
  expect((await people.invite({ email: 'x@x.example', grants: own }, limited)).invitation.grants).toEqual(own);
});

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
  const both = await Promise.allSettled([signIn(code), signIn(code)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
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

test('a new link lets somebody in again, without the code of a lost telephone', async () => {
  const { people } = work.principals;
  const email = 'lost@north.example';
  const { self, principal } = await join(email);
  const { secret } = await people.beginTotp({}, self);
  await people.confirmTotp(new TOTP({ secret }).generate({ timestamp: work.clock.now().getTime() }), self);
  const { link } = await people.linkFor(principal.id, root);
  const code = link.split('#')[1] ?? '';
  expect(await people.lookAtInvitation(code, browser())).toMatchObject({ isHere: true });
  const again = await people.acceptInvitation(
    { code, name: 'Bia Luz', password: 'seven dry red wolves' },
    { browser: browser(), place },
  );
  expect(again.principal.id).toBe(principal.id);
  await people.signInWithPassword({ email, password: 'seven dry red wolves' }, browser());
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
