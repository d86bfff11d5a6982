import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const codeIn = ({ link }: { link: string }) => link.split('#')[1] ?? '';

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
  const code = codeIn({ link });
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
  await expect(people.lookAtInvitation(codeIn(late), browser())).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const taken = await people.invite({ email: 'taken@north.example', grants }, root);
  await people.revokeInvitation(taken.invitation.id, root);
  await expect(people.lookAtInvitation(codeIn(taken), browser())).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('of two who use one link at once one becomes the person', async () => {
  const { people } = work.principals;
  const { link } = await people.invite({ email: 'race@north.example', grants: everywhere }, root);
  const code = codeIn({ link });
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

test.each<[string, Partial<Principal>]>([
  ['a program', { kind: 'program' }],
  ['a key that is limited to people', { scopes: ['people'] }],
])('%s makes no person, and no way in for one', async (_name, limits) => {
  const { people } = work.principals;
  const limited: Actor = { ...root, principal: { ...(root.principal as Principal), ...limits } };
  const email = `${limits.kind ?? 'limited'}@north.example`;
  const { principal } = await join(email);
  const refused = { code: 'NOT_ALLOWED', message: expect.stringContaining('root0000') as string };
  await expect(people.invite({ email: 'y@x.example', grants: everywhere }, limited)).rejects.toMatchObject(refused);
  await expect(people.linkFor(principal.id, limited)).rejects.toMatchObject(refused);
  const change = { grants: [{ role: 'administrator' as const, siteId: null }] };
  await expect(people.changePerson(principal.id, { change, actor: limited })).rejects.toMatchObject(refused);
  await people.changePerson(principal.id, { change: { state: 'disabled' }, actor: limited });
  const again = people.changePerson(principal.id, { change: { state: 'active' }, actor: limited });
  await expect(again).rejects.toMatchObject(refused);
});

test('a new link lets somebody in again, without the code of a lost telephone', async () => {
  const { people } = work.principals;
  const email = 'lost@north.example';
  const { self, principal } = await join(email);
  const { secret } = await people.beginTotp({}, self);
  await people.confirmTotp(new TOTP({ secret }).generate({ timestamp: work.clock.now().getTime() }), self);
  const code = codeIn(await people.linkFor(principal.id, root));
  expect(await people.lookAtInvitation(code, browser())).toMatchObject({ isHere: true });
  const again = await people.acceptInvitation(
    { code, name: 'Bia Luz', password: 'seven dry red wolves' },
    { browser: browser(), place },
  );
  expect(again.principal.id).toBe(principal.id);
  await people.signInWithPassword({ email, password: 'seven dry red wolves' }, browser());
});

test('a new link signs out whoever else is signed in as that person', async () => {
  const { people, authenticateCookie } = work.principals;
  const { cookie, principal } = await join('found@north.example');
  const code = codeIn(await people.linkFor(principal.id, root));
  const wanted = { code, name: 'Bia Luz', password: 'five dry red cows' };
  const again = await people.acceptInvitation(wanted, { browser: browser(), place });
  expect(await authenticateCookie(cookie)).toBeUndefined();
  expect(await authenticateCookie(again.cookie)).toMatchObject({ id: principal.id });
});

test('a right invitation is taken whatever others at the same address guessed', async () => {
  const { people } = work.principals;
  const invited = await people.invite({ email: 'shared@nat.example', grants: everywhere }, root);
  const shared = browser();
  const guess = () => people.lookAtInvitation('a-guess', shared).catch((error: unknown) => error);
  for (let turn = 0; turn < 10; turn += 1) await guess();
  expect(await guess()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(await people.lookAtInvitation(codeIn(invited), shared)).toMatchObject({
    email: 'shared@nat.example',
  });
});
