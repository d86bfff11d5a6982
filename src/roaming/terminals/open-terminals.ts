import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { system } from '#principals/actor.ts';
import { problemOf } from '../emsp/ownership.ts';
import { type Capture, capture, type Terminal, terminal } from '../model/booking-shapes.ts';
import type { Party } from '../model/party.ts';
import { cdr, type Price } from '../model/shapes.ts';
import { ownersOfObject, pageOfObjects, putObject, readObject } from '../objects/object-store.ts';
import { endpointOf, isConnected, type Partner } from '../partners/partner.ts';
import { type PartnerEventNeeds, tell } from '../partners/partner-events.ts';
import { badParameter } from '../roaming-problem.ts';
import type { Wire } from '../wire.ts';
import { type PaymentObject, pathOf } from './terminal-paths.ts';

type Needs = PartnerEventNeeds & {
  pool: Pool;
  clock: Clock;
  wire: Pick<Wire, 'request'>;
  getPartner(id: string): Promise<Partner>;
};
type Body = Record<string, unknown>;

/** How what the provider of a terminal took compares with what the session came to. */
export type CaptureState = 'matches' | 'differs' | 'failed' | 'no-record';
export type ShownCapture = {
  id: string;
  reference: string;
  captured: string;
  billed: string | null;
  currency: string;
  sessionId: string | null;
  state: CaptureState;
  message: string | null;
  at: string;
};

/** Payment terminals of somebody else (PTP): where they stand, and what they took for sessions that they began here. */
export function openTerminals(needs: Needs) {
  const { pool, clock, wire, getPartner } = needs;

  async function put(partner: Partner, module: PaymentObject, told: Body, from?: Party): Promise<boolean> {
    const keep = async (objectId: string, body: Body & { lastUpdated: string }) => {
      const key = { partnerId: partner.id, module, party: from ?? providerOf(partner), objectId };
      const [lastUpdated, at] = [new Date(body.lastUpdated), clock.now()];
      return putObject(pool, 'theirs', { ...key, body, raw: told, lastUpdated, at });
    };
    if (module === 'terminals') {
      const made = readAs(terminal, told);
      return (await keep(made.terminalId, made)) === 'created';
    }
    const taken = readAs(capture, told);
    const outcome = await keep(taken.id, taken);
    // The same said again is no news.
    if (outcome === 'created') await doubt(partner, taken);
    return outcome === 'created';
  }

  /** People hear of money that is not what the session came to. */
  async function doubt(partner: Partner, taken: Capture): Promise<void> {
    const { state, captured, billed, currency, id } = await compare(partner.id, taken);
    if (state !== 'differs' && state !== 'failed') return;
    const body = { partnerId: partner.id, name: partner.name, captureId: id, state, captured, currency };
    await tell(needs, { kind: 'roaming-capture-differs', body: { ...body, billed: billed ?? '' } }, system);
  }

  async function compare(partnerId: string, taken: Capture): Promise<ShownCapture> {
    const { rows } = await pool.query<{ body: unknown }>(
      `select body from roaming_object where side = 'ours' and module = 'cdrs' and partner_id = $1
         and lower(body ->> 'authorizationReference') = lower($2) and body -> 'credit' is null order by id desc limit 1`,
      [partnerId, taken.authorizationReference],
    );
    const record = cdr.safeParse(rows[0]?.body);
    const billed = record.success ? grossOf(record.data.totalCost) : null;
    const captured = grossOf(taken.totalCosts);
    const isSame = record.success && billed === captured && record.data.currency === taken.currency;
    return {
      id: taken.id,
      reference: taken.authorizationReference,
      captured,
      billed,
      currency: taken.currency,
      sessionId: record.success ? (record.data.sessionId ?? null) : null,
      state: stateOf(taken, { isSame, isKnown: record.success }),
      message: taken.captureStatusMessage ?? null,
      at: taken.lastUpdated,
    };
  }

  async function ask(
    partnerId: string,
    asked: { method: 'POST' | 'PATCH'; path: readonly string[]; body?: Body },
  ): Promise<Partner> {
    const partner = await getPartner(partnerId);
    if (!isConnected(partner) || endpointOf(partner, 'payments', 'SENDER') === undefined)
      throw new SigecError('CONFLICT', `${partner.name} has no payment terminals.`);
    const path = [pathOf.terminals, ...asked.path];
    const answer = await wire.request(partner, { ...asked, path, module: 'payments', role: 'SENDER' });
    if (answer.httpStatus >= 300 || answer.code >= 2000)
      throw new SigecError(
        'CONFLICT',
        `${partner.name} answered ${answer.httpStatus} ${answer.code} ${answer.message ?? ''}`.trim(),
      );
    return partner;
  }

  return {
    put,
    async find(partner: Partner, module: PaymentObject, objectId: string): Promise<Body | undefined> {
      const [party] = await ownersOfObject(pool, { partnerId: partner.id, module, objectId });
      return party && (await readObject(pool, 'theirs', { partnerId: partner.id, module, party, objectId }))?.body;
    },
    async list(partnerId: string, limit: number): Promise<Terminal[]> {
      const page = { side: 'theirs', module: 'terminals', partnerId, offset: 0, limit, isNewestFirst: true } as const;
      return (await pageOfObjects(pool, page)).objects.map(({ body }) => terminal.parse(body));
    },
    async captures(partnerId: string, limit: number): Promise<ShownCapture[]> {
      const page = { side: 'theirs', module: 'captures', partnerId, offset: 0, limit, isNewestFirst: true } as const;
      const { objects } = await pageOfObjects(pool, page);
      return Promise.all(objects.map(({ body }) => compare(partnerId, capture.parse(body))));
    },
    /** At which of our EVSEs a terminal of theirs takes the money. */
    async assign(partnerId: string, terminalId: string, places: { locationIds: string[]; evseUids: string[] }) {
      const lastUpdated = clock.now().toISOString();
      const partner = await ask(partnerId, { method: 'PATCH', path: [terminalId], body: { ...places, lastUpdated } });
      const known = await this.find(partner, 'terminals', terminalId);
      await put(partner, 'terminals', { ...(known ?? { terminalId }), ...places, lastUpdated });
    },
    /** Of a station with a terminal inside: its provider makes it ready, and tells of it afterwards. */
    async activate(partnerId: string, asked: { reference: string; locationIds: string[]; evseUids: string[] }) {
      const body = { terminalId: randomUUID(), ...asked, lastUpdated: clock.now().toISOString() };
      await ask(partnerId, { method: 'POST', path: ['activate'], body });
    },
    async deactivate(partnerId: string, terminalId: string) {
      await ask(partnerId, { method: 'POST', path: [terminalId, 'deactivate'] });
    },
  };
}

export type Terminals = ReturnType<typeof openTerminals>;

function readAs<Shape extends z.ZodType>(shape: Shape, told: unknown): z.output<Shape> {
  const read = shape.safeParse(told);
  if (!read.success) throw badParameter(problemOf(read.error.issues));
  return read.data;
}

function providerOf({ roles }: Partner): Party {
  const role = roles.find((each) => each.role === 'PTP') ?? roles[0];
  if (role === undefined) throw badParameter('Your credentials name no role.');
  return { countryCode: role.countryCode, partyId: role.partyId };
}

function grossOf({ beforeTaxes, taxes = [] }: Price): string {
  return taxes.reduce((sum, { amount }) => sum + amount, beforeTaxes).toFixed(2);
}

function stateOf(
  { captureStatusCode }: Capture,
  { isSame, isKnown }: { isSame: boolean; isKnown: boolean },
): CaptureState {
  if (captureStatusCode === 'FAILED') return 'failed';
  if (!isKnown) return 'no-record';
  return isSame ? 'matches' : 'differs';
}
