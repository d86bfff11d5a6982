import { setImmediate } from 'node:timers/promises';
import { present } from '#base/present.ts';
import type { DriverChange, ImportProblem } from '#contract/access/driver.ts';
import type { TokenChange, TokenType } from '#contract/access/token.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { type CountedGroup, readGroups } from '../authorization/group-store.ts';
import { readTokensById, type TokenRow } from '../authorization/token-store.ts';
import { readDrivers, readDriversByEmail, type SealedDriver } from './driver-store.ts';
import { emailHashOf, openIdentity } from './identity.ts';
import type { BoundNeeds } from './open-drivers.ts';
import { problemIn } from './problem-in.ts';
import { type AccessRow, quoted } from './read-access-rows.ts';

export type Person = { row: number; known: SealedDriver | null; said: DriverChange };

export type PlannedToken = {
  row: number;
  value: string;
  type: TokenType | null;
  known: TokenRow | null;
  person: Person | null;
  said: TokenChange;
};

export type Matched = {
  people: Person[];
  /** Whom each row is about. */
  personOfRow: ReadonlyMap<number, Person>;
  tokens: PlannedToken[];
  problems: ImportProblem[];
};

/** Finds out whom and what each row is about: tokens by their value, people by their e-mail address or their token. */
export async function matchAccess(needs: BoundNeeds, rows: readonly AccessRow[]): Promise<Matched> {
  const { pool, installationKey, hashToken } = needs;
  const hashes = rows.map(({ email }) => emailHashOf(installationKey, email)).filter((hash) => hash !== null);
  const tokenIds = rows.flatMap(({ token }) => (token === null ? [] : [hashToken(token)]));
  const [knownTokens, byEmail, groups] = await Promise.all([
    readTokensById(pool, tokenIds),
    readDriversByEmail(pool, hashes),
    readGroups(pool),
  ]);
  const owners = [...knownTokens.values()].flatMap(({ driverId }) => driverId ?? []);
  const known = {
    tokens: knownTokens,
    byEmail,
    owners: new Map((await readDrivers(pool, owners)).map((driver) => [driver.id, driver])),
    groups: groupsByName(groups),
    groupIds: new Set(groups.map(({ id }) => id)),
  };
  return new Matching(needs, known).match(rows);
}

type ExistingAccess = {
  tokens: ReadonlyMap<string, TokenRow>;
  byEmail: ReadonlyMap<string, SealedDriver>;
  owners: ReadonlyMap<string, SealedDriver>;
  groups: ReadonlyMap<string, readonly string[]>;
  groupIds: ReadonlySet<string>;
};

const matchedAtOnce = 200;

class Matching {
  private readonly needs: BoundNeeds;
  private readonly known: ExistingAccess;
  private readonly people = new Set<Person>();
  /** By the number of a known driver and by the hash of an address. */
  private readonly byName = new Map<string, Person>();
  private readonly tokens = new Map<string, PlannedToken>();
  private readonly personOfRow = new Map<number, Person>();
  private readonly problems: ImportProblem[] = [];

  constructor(needs: BoundNeeds, known: ExistingAccess) {
    this.needs = needs;
    this.known = known;
  }

  async match(rows: readonly AccessRow[]): Promise<Matched> {
    for (const [nth, row] of rows.entries()) {
      this.take(row);
      if (nth % matchedAtOnce === 0) await setImmediate(); // stations are not kept waiting meanwhile
    }
    for (const { row, known, said } of this.people) {
      if (known === null && said.name === undefined) this.wrong({ row }, 'name', sentenceOf('import-name-needed'));
    }
    return {
      people: [...this.people],
      personOfRow: this.personOfRow,
      tokens: [...this.tokens.values()],
      problems: this.problems,
    };
  }

  private take(row: AccessRow): void {
    const groupId = this.groupOf(row);
    const id = row.token === null ? null : this.needs.hashToken(row.token);
    const token = id === null ? null : (this.known.tokens.get(id) ?? null);
    const person = this.personOf(row, token, groupId);
    if (row.token === null || id === null) return;
    const twin = this.tokens.get(id);
    if (twin !== undefined) return this.wrong(row, 'token', sentenceOf('import-token-twice', { row: twin.row }));
    if (this.known.groupIds.has(id)) return this.wrong(row, 'token', sentenceOf('import-token-is-group'));
    if (token !== null && row.type !== null && row.type !== token.type)
      return this.wrong(row, 'type', sentenceOf('import-other-type', { type: token.type }));
    if (token?.driverId && person !== null && person.known?.id !== token.driverId)
      return this.wrong(row, 'token', sentenceOf('import-token-of-another', { driverId: token.driverId }));
    this.tokens.set(id, {
      row: row.row,
      value: row.token,
      type: row.type,
      known: token,
      person,
      said: {
        ...present({ isBlocked: row.isBlocked }),
        ...present({ validFrom: row.validFrom?.toISOString(), expiresAt: row.expiresAt?.toISOString() }),
        ...(person === null && present({ groupId, language: row.language, note: row.note })),
      },
    });
  }

  private personOf(row: AccessRow, token: TokenRow | null, groupId: string | null): Person | null {
    if (row.name === null && row.email === null) return null;
    const owner = token?.driverId ? (this.known.owners.get(token.driverId) ?? null) : null;
    const hash = emailHashOf(this.needs.installationKey, row.email);
    const known = (hash === null ? owner : this.known.byEmail.get(hash)) ?? this.ownerWithoutEmail(owner, row);
    const { name, email, phone, language, note } = row;
    const change: DriverChange = {
      ...present({ name, email, phone, language, note, groupId }),
      ...(row.token === null && present({ isBlocked: row.isBlocked })),
    };
    // Somebody whose address is new is named by their token in one row and by the address alone in another.
    const names = [known?.id, hash].filter((name) => typeof name === 'string');
    const person: Person = { row: row.row, known, said: change };
    const before = new Set(names.flatMap((name) => this.byName.get(name) ?? []));
    const joined = [...before, person].reduce((earlier, later) => this.joined(earlier, later));
    this.people.add(joined);
    this.personOfRow.set(row.row, joined);
    for (const name of names) this.byName.set(name, joined);
    return joined;
  }

  /** Whose address was not known until now: the same token, the same name. */
  private ownerWithoutEmail(owner: SealedDriver | null, { name }: AccessRow): SealedDriver | null {
    if (owner?.emailHash !== null) return null;
    const known = openIdentity(this.needs.installationKey, owner);
    return name === null || known?.name.toLowerCase() === name.toLowerCase() ? owner : null;
  }

  /** Several rows may speak of one person, but not say different things. */
  private joined(person: Person, other: Person): Person {
    const { row } = other;
    if (person.known !== null && other.known !== null && person.known.id !== other.known.id) {
      this.wrong({ row }, 'email', sentenceOf('import-email-of-another', { row: person.row }));
      return other;
    }
    for (const [field, value] of Object.entries(other.said)) {
      const before = person.said[field as keyof DriverChange];
      if (before === undefined || before === value) continue;
      const column = field === 'groupId' ? 'group' : field === 'isBlocked' ? 'blocked' : field;
      this.wrong({ row }, column, sentenceOf('import-row-contradicts', { row: person.row }));
    }
    Object.assign(person.said, other.said);
    person.known ??= other.known;
    if (!this.people.delete(other)) return person; // the row at hand: nothing names it yet
    for (const token of this.tokens.values()) if (token.person === other) token.person = person;
    for (const [at, one] of this.personOfRow) if (one === other) this.personOfRow.set(at, person);
    return person;
  }

  private groupOf(row: AccessRow): string | null {
    if (row.group === null) return null;
    if (this.known.groupIds.has(row.group)) return row.group;
    const [id, another] = this.known.groups.get(row.group.toLowerCase()) ?? [];
    if (id === undefined) this.wrong(row, 'group', sentenceOf('import-no-group', { group: quoted(row.group) }));
    if (another !== undefined) this.wrong(row, 'group', sentenceOf('import-several-groups'));
    return id ?? null;
  }

  private wrong({ row }: Pick<AccessRow, 'row'>, column: string, sentence: Sentence): void {
    this.problems.push(problemIn(row, column, sentence));
  }
}

function groupsByName(groups: readonly CountedGroup[]): Map<string, string[]> {
  const named = Map.groupBy(groups, ({ name }) => name.toLowerCase());
  return new Map([...named].map(([name, list]) => [name, list.map(({ id }) => id)]));
}
