import { expect } from 'vitest';
import type { LocalList } from '../../src/contract/access/local-list.ts';
import { setVariable } from '../support/set-variable.ts';
import { enterGroup, enterToken } from '../support/tokens.ts';
import { useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;

/** The list as a station of the version reads it: token → status, or null where it is taken away. */
function listOf(payload: Record<string, unknown>) {
  type Entry = {
    idTag?: string;
    idTagInfo?: { status: string };
    idToken?: { idToken: string };
    idTokenInfo?: { status: string };
  };
  const entries = (payload['localAuthorizationList'] ?? []) as Entry[];
  return {
    version: payload['listVersion'] ?? payload['versionNumber'],
    updateType: payload['updateType'],
    entries: Object.fromEntries(
      entries.map(({ idTag, idTagInfo, idToken, idTokenInfo }) => [
        idTag ?? idToken?.idToken ?? '',
        (idTagInfo ?? idTokenInfo)?.status ?? null,
      ]),
    ) as Record<string, string | null>,
  };
}

useCase('D01', 'Send Local Authorization List', all, async ({ sigec, station, version, command, view }) => {
  const group = await enterGroup(sigec, `D01G-${version}`);
  const one = await enterToken(sigec, `D01A-${version}`, { groupId: group.id, expiresAt: '2099-01-01T00:00:00.000Z' });
  const two = await enterToken(sigec, `D01B-${version}`);
  const tokenIds = [one.id, two.id];
  expect(await view<LocalList>('local-list')).toMatchObject({ version: null, isInSync: false, why: 'never-sent' });

  let running = command('send-local-list', { mode: 'differential', tokenIds });
  const first = await station.answer('SendLocalList', { status: 'Accepted' });
  // A station that took no list yet can take no difference.
  expect(listOf(first)).toEqual({
    version: 1,
    updateType: 'Full',
    entries: { [`D01A-${version}`]: 'Accepted', [`D01B-${version}`]: 'Accepted' },
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { version: 1, entries: 2 } } });
  expect(await view<LocalList>('local-list')).toMatchObject({ version: 1, isInSync: true, why: null });

  await sigec.api.post(`/api/tokens/${two.id}/block`);
  expect(await view<LocalList>('local-list')).toMatchObject({ isInSync: false, why: 'tokens-changed' });
  running = command('send-local-list', { tokenIds });
  expect(listOf(await station.answer('SendLocalList', { status: 'Accepted' }))).toEqual({
    version: 2,
    updateType: 'Differential',
    entries: { [`D01B-${version}`]: 'Blocked' },
  });
  await running;

  running = command('send-local-list', { tokenIds: [one.id] });
  expect(listOf(await station.answer('SendLocalList', { status: 'Accepted' }))).toEqual({
    version: 3,
    updateType: 'Differential',
    entries: { [`D01B-${version}`]: null },
  });
  expect(await running).toMatchObject({ outcome: { answer: { version: 3, entries: 1, messages: 1 } } });
  expect(await view<LocalList>('local-list')).toMatchObject({
    version: 3,
    isInSync: true,
    entries: [{ tokenId: one.id, state: 'held' }],
  });
  // Nothing to tell: nothing is sent.
  expect(await command('send-local-list', { tokenIds: [one.id] })).toMatchObject({
    outcome: { status: 'accepted', answer: { version: 3, entries: 0, messages: 0 } },
  });
  return { messages: ['SendLocalList', 'SendLocalList', 'SendLocalList'] };
});

useCase('D01', 'Send Local Authorization List, refused', all, async ({ sigec, station, version, command, view }) => {
  const token = await enterToken(sigec, `D01R-${version}`);
  const tokenIds = [token.id];
  let running = command('send-local-list', { tokenIds });
  await station.answer('SendLocalList', { status: 'Accepted' });
  await running;

  await sigec.api.post(`/api/tokens/${token.id}/block`);
  running = command('send-local-list', { tokenIds });
  expect(listOf(await station.answer('SendLocalList', { status: 'VersionMismatch' }))).toMatchObject({
    updateType: 'Differential',
  });
  expect(listOf(await station.answer('SendLocalList', { status: 'Accepted' }))).toMatchObject({ updateType: 'Full' });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await view<LocalList>('local-list')).toMatchObject({ isInSync: true, refusal: null });

  running = command('send-local-list', { mode: 'full', tokenIds });
  await station.answer('SendLocalList', { status: 'Failed' });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'Failed' } });
  expect(await view<LocalList>('local-list')).toMatchObject({ isInSync: false, why: 'refused', refusal: 'Failed' });
  return { messages: ['SendLocalList', 'SendLocalList', 'SendLocalList', 'SendLocalList'] };
});

useCase('D02', 'Get Local List Version', all, async ({ sigec, station, version, command, view }) => {
  const token = await enterToken(sigec, `D02-${version}`);
  const ask = async (told: number) => {
    const running = command('get-local-list-version');
    await station.answer('GetLocalListVersion', version === '1.6' ? { listVersion: told } : { versionNumber: told });
    return running;
  };
  expect(await ask(0)).toMatchObject({ outcome: { answer: { version: 0, isInSync: true } } });
  const running = command('send-local-list', { tokenIds: [token.id] });
  await station.answer('SendLocalList', { status: 'Accepted' });
  await running;
  expect(await ask(1)).toMatchObject({ outcome: { answer: { version: 1, isInSync: true } } });
  expect(await view<LocalList>('local-list')).toMatchObject({ reportedVersion: 1, isInSync: true });
  // A station that lost its list says so, and the next one is sent in full.
  expect(await ask(0)).toMatchObject({ outcome: { answer: { version: 0, isInSync: false } } });
  expect(await view<LocalList>('local-list')).toMatchObject({ isInSync: false, why: 'other-version' });
  const again = command('send-local-list', { tokenIds: [token.id] });
  expect(listOf(await station.answer('SendLocalList', { status: 'Accepted' }))).toMatchObject({
    version: 2,
    updateType: 'Full',
  });
  await again;
  return {
    messages: ['GetLocalListVersion', 'SendLocalList', 'GetLocalListVersion', 'GetLocalListVersion', 'SendLocalList'],
  };
});

useCase('D01', 'Send Local Authorization List, too long for 1.6', ['1.6'], async (given) => {
  const { sigec, station, command, view } = given;
  // OCPP 1.6 idTags hold 20 characters: a longer token cannot be in the list, and that is said.
  const long = await enterToken(sigec, 'DE8AA12A3B4C512A3B4C5', { type: 'emaid' });
  const short = await enterToken(sigec, 'D01SHORT');
  const running = command('send-local-list', { tokenIds: [long.id, short.id] });
  expect(listOf(await station.answer('SendLocalList', { status: 'Accepted' })).entries).toEqual({
    D01SHORT: 'Accepted',
  });
  expect(await running).toMatchObject({ outcome: { losses: [{ field: 'tokenIds' }] } });
  const { entries, isInSync } = await view<LocalList>('local-list');
  expect(isInSync).toBe(true);
  expect(entries).toContainEqual(expect.objectContaining({ tokenId: long.id, state: 'too-long' }));
  return { messages: ['SendLocalList'] };
});

useCase('D01', 'Send Local Authorization List in parts', all, async (given) => {
  const { sigec, station, version, command, view } = given;
  await setVariable(given, {
    name: 'LocalAuthListCtrlr.ItemsPerMessage',
    key: 'SendLocalListMaxLength',
    value: '2',
  });
  const values = [1, 2, 3].map((number) => `D01P${number}-${version}`);
  const tokenIds: string[] = [];
  for (const value of values) tokenIds.push((await enterToken(sigec, value)).id);
  const running = command('send-local-list', { mode: 'full', tokenIds });
  const parts = [
    listOf(await station.answer('SendLocalList', { status: 'Accepted' })),
    listOf(await station.answer('SendLocalList', { status: 'Accepted' })),
  ];
  expect(parts.map(({ version: told, updateType }) => [told, updateType])).toEqual([
    [1, 'Full'],
    [2, 'Differential'],
  ]);
  expect(Object.keys({ ...parts[0]?.entries, ...parts[1]?.entries }).toSorted()).toEqual(values);
  expect(await running).toMatchObject({ outcome: { answer: { version: 2, entries: 3, messages: 2 } } });
  expect(await view<LocalList>('local-list')).toMatchObject({ version: 2, isInSync: true });
  return { messages: ['SendLocalList', 'SendLocalList'] };
});
