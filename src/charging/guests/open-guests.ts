import { randomBytes } from 'node:crypto';
import { decimalText, minorDigits, minorOf } from '#base/currency.ts';
import { SigecError } from '#base/errors.ts';
import { every, willRetry } from '#base/every.ts';
import type { ShownGuestVisit } from '#contract/billing/guest-visit.ts';
import type { Receipt } from '#contract/billing/receipt.ts';
import type { SessionLimits } from '#contract/sessions/limits.ts';
import type { Site } from '#contract/stations/site.ts';
import type { Station } from '#contract/stations/station.ts';
import { keyedHash } from '#ledger/installation.ts';
import { isOvertaken, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import type { Payment } from '#money/payments/payment.ts';
import type { PayerAction, PaymentProvider } from '#money/providers/payment-provider.ts';
import type { SimulatedProvider } from '#money/providers/simulated/simulated-provider.ts';
import { system } from '#principals/actor.ts';
import { isOfferTicket, offerTicket } from '../payment-addresses/evse-code.ts';
import type { PaymentAddresses } from '../payment-addresses/open-payment-addresses.ts';
import type { Sites } from '../sites/open-sites.ts';
import { rowsAt } from '../tariffs/cost/price-calendar.ts';
import type { Tariffs } from '../tariffs/open-tariffs.ts';
import { type DriveNeeds, driveVisit, keepVisit, visitEvent, type Watch } from './drive-visit.ts';
import type { GuestVisit } from './guest-visit.ts';
import { amountForEnergy, amountsOf, type Offer, type OfferState, usualEnergiesKwh, type Way } from './offer.ts';
import { receiptLink, sessionOfReceiptLink } from './receipt-link.ts';
import {
  guestVisits,
  isEvseTaken,
  readDueVisits,
  readOpenVisits,
  readVisitByLink,
  readVisitOfSession,
  readVisitSession,
  readVisits,
} from './visit-store.ts';

export type Guests = ReturnType<typeof openGuests>;

export type GuestNeeds = DriveNeeds & {
  tariffs: Pick<Tariffs, 'priceOf' | 'whichApplies' | 'clockOf'>;
  sites: Pick<Sites, 'placeOf' | 'get'>;
  paymentAddresses: Pick<PaymentAddresses, 'isGenuine'>;
  payOrigin(): string;
  getStation(stationId: string): Promise<Station>;
  receipt(sessionId: string): Promise<Receipt>;
  /** How often what is due is looked for; 0: only when something happens. */
  everyMs?: number;
};

type Place = { stationId: string; evseId: number };

export type Purchase = {
  provider: string;
  language: GuestVisit['language'];
  /** Of a page that was shown before. */
  ticket: string;
  /** What they agree to pay at most; absent: by the energy. */
  amount?: string | undefined;
  kwh?: number | undefined;
  limits?: Pick<SessionLimits, 'energyWh' | 'seconds'> | undefined;
};

/** What their page shows. */
export type VisitView = Pick<
  GuestVisit,
  | 'stationId'
  | 'evseId'
  | 'state'
  | 'why'
  | 'language'
  | 'currency'
  | 'amount'
  | 'energyWh'
  | 'isStopWanted'
  | 'paymentReference'
> & {
  payment: {
    id: string;
    state: Payment['state'];
    method: string;
    action: PayerAction | null;
    expiresAt: Date;
    isTrial: boolean;
    /** Decimal text. */
    paid: string;
    refunded: string;
    /** What is on its way back. */
    owed: string;
  } | null;
  session: {
    energyWh: number;
    startedAt: Date | null;
    isRunning: boolean;
    /** What it comes to now, or came to. */
    total: string | null;
    link: string;
  } | null;
};

const sweepMs = 1_000;
const dueAtOnce = 100;
/** The EVSE waits this long for whoever opened its page (C25). */
const lockSeconds = 120;

/** Charging without an account: somebody opens the page of an EVSE, pays, charges and gets a receipt. */
export function openGuests(needs: GuestNeeds) {
  const { pool, ledger, clock, log, money, installationKey } = needs;
  const watches = new Map<string, Watch>();
  const turns = new Map<string, Promise<void>>();
  /** By EVSE: until when a station keeps it for whoever opened its page. */
  const lockedUntil = new Map<string, number>();
  /** Stations where something is expected, as far as this node knows: only their sessions are of interest. */
  const expecting = new Set<string>();
  let isEnding = false;

  /** One at a time; whoever comes meanwhile is served after it. */
  function drive(id: string, returnUrl: string | null = null): Promise<void> {
    const turn = (turns.get(id) ?? Promise.resolve()).then(async () => {
      if (isEnding) return;
      try {
        const stationId = await driveVisit(needs, id, { watches, returnUrl });
        if (stationId !== undefined) expecting.add(stationId);
      } catch (error) {
        if (!isOvertaken(error)) willRetry(log, 'see to a visit of a guest', error);
      }
    });
    const settled = turn.finally(() => {
      if (turns.get(id) === settled) turns.delete(id);
    });
    turns.set(id, settled);
    return settled;
  }

  const sweep = async () => {
    const due = await readDueVisits(pool, clock.now(), dueAtOnce);
    await Promise.all(due.map((id) => drive(id)));
  };
  const everyMs = needs.everyMs ?? sweepMs;
  const sweeping = everyMs === 0 ? null : every({ task: 'see to visits of guests', everyMs, log, run: sweep });
  const stopListening = money.payments.onChange(({ purpose, subject }) => {
    if (purpose === 'charging') void drive(subject);
  });

  async function byLink(link: string): Promise<GuestVisit> {
    const visit = await readVisitByLink(pool, linkHash(installationKey, link));
    if (visit === undefined) throw new SigecError('NOT_FOUND', 'There is no payment at this address.');
    return visit;
  }

  return {
    /** What may be bought at an EVSE; undefined: the address is not right, and nothing more is said. */
    async offer(place: Place, code: string): Promise<(Offer & { ticket: string }) | undefined> {
      if (!(await needs.paymentAddresses.isGenuine(place, code))) return undefined;
      const offer = await makeOffer(needs, place);
      if (offer === undefined) return undefined;
      if (offer.state === 'free') void lock(place);
      return { ...offer, ticket: offerTicket(installationKey, place, clock.now()) };
    },

    /** Gives the last part of the address of their page, which is never shown again. */
    async buy(place: Place, purchase: Purchase): Promise<string> {
      if (!isOfferTicket(installationKey, place, purchase.ticket, clock.now()))
        throw new SigecError('NOT_ALLOWED', 'This page is too old. Scan the code at the charger again.');
      const offer = await makeOffer(needs, place);
      if (offer?.tariff === undefined || offer.tariff === null || offer.state !== 'free')
        throw new SigecError('CONFLICT', 'This charger cannot be used now.', { details: { state: offer?.state } });
      if (!offer.ways.some(({ provider }) => provider === purchase.provider))
        throw new SigecError('INVALID_INPUT', 'Choose one of the ways to pay.', { details: { field: 'provider' } });
      const { tariff } = offer;
      const agreed = agreedOf(offer, purchase, clock.now());
      const link = randomBytes(24).toString('base64url');
      const now = clock.now();
      const visit: GuestVisit = {
        ...{ id: uuidv7(now), linkHash: linkHash(installationKey, link), ...place, language: purchase.language },
        ...{ tariffId: tariff.id, tariffVersion: tariff.version, provider: purchase.provider },
        ...{ currency: tariff.terms.currency, ...agreed, seconds: purchase.limits?.seconds ?? null },
        ...{ paymentId: null, paymentReference: null, state: 'paying', why: null, tokenId: null },
        ...{
          startAskedAt: null,
          startTries: 0,
          sessionId: null,
          isStopWanted: false,
          stopAskedAt: null,
          settled: null,
        },
        ...{ version: 1, createdAt: now, changedAt: now, nextLookAt: now },
      };
      await ledger.commit({
        events: [visitEvent('guest-visit-begun', visit, now)],
        writes: [write(guestVisits, visit)],
      });
      await drive(visit.id, `${needs.payOrigin()}/pay/${link}`);
      return link;
    },

    /** Pays at a provider that takes no money; false: this one does. */
    async payTrial(link: string): Promise<boolean> {
      const { paymentId, provider: name } = await byLink(link);
      const provider = money.payments.provider(name);
      if (paymentId === null || provider === undefined || !canBePaidHere(provider)) return false;
      await provider.pay(paymentId);
      await money.payments.look(paymentId);
      return true;
    },
    view: async (link: string): Promise<VisitView> => viewOf(needs, await byLink(link)),
    /** Ends the charging, or before it began the wish for it. Pressed twice it is pressed once. */
    async stop(link: string): Promise<void> {
      for (let attempt = 1; ; attempt += 1) {
        const visit = await byLink(link);
        try {
          if (visit.state === 'paying' && visit.paymentId !== null) await money.payments.cancel(visit.paymentId);
          else if (!visit.isStopWanted && (visit.state === 'charging' || visit.state === 'starting'))
            await keepVisit(needs, visit, { isStopWanted: true });
          return await drive(visit.id);
        } catch (error) {
          if (!isOvertaken(error) || attempt === 5) throw error;
        }
      }
    },
    /** The receipt of whoever was given the link, with what was paid where it was paid at the station. */
    async receipt(link: string): Promise<{ receipt: Receipt; visit: VisitView | null }> {
      const sessionId = sessionOfReceiptLink(installationKey, link);
      if (sessionId === undefined) throw new SigecError('NOT_FOUND', 'There is no receipt at this address.');
      const [receipt, visit] = await Promise.all([needs.receipt(sessionId), readVisitOfSession(pool, sessionId)]);
      return { receipt, visit: visit === undefined ? null : await viewOf(needs, visit) };
    },
    /** The whole address of a session's receipt. */
    receiptUrl: (sessionId: string): string =>
      `${needs.payOrigin()}/pay/${receiptLink(installationKey, sessionId)}/receipt`,

    list: async (stationId: string, limit: number): Promise<ShownGuestVisit[]> =>
      (await readVisits(pool, stationId, limit)).map(shownVisit),

    /** Something happened to a session at a station, or its bill is there. Costs nothing where no guest is. */
    noticeStation(stationId: string): void {
      if (!expecting.has(stationId)) return;
      const work = async () => {
        const open = await readOpenVisits(pool, stationId);
        if (open.length === 0) expecting.delete(stationId);
        await Promise.all(open.map((id) => drive(id)));
      };
      work().catch((error: unknown) => willRetry(log, 'see to guests of a station', error)); // their turn comes anyway
    },
    /** A bill has changed after it was settled, which is rare. */
    noticeChangedBill(sessionId: string): void {
      readVisitOfSession(pool, sessionId)
        .then((visit) => visit && drive(visit.id))
        .catch((error: unknown) => willRetry(log, 'see to a changed bill of a guest', error));
    },
    sweep,
    async close(): Promise<void> {
      isEnding = true;
      stopListening();
      await sweeping?.close();
      await Promise.allSettled(turns.values());
    },
  };

  /** Once in a while, however often the page is opened: whoever opens it again and again must not keep others away. */
  async function lock({ stationId, evseId }: Place): Promise<void> {
    const key = `${stationId}\n${evseId}`;
    const now = clock.now().getTime();
    if (needs.versionOf(stationId) !== '2.1' || (lockedUntil.get(key) ?? 0) > now) return;
    lockedUntil.set(key, now + lockSeconds * 1000);
    try {
      const input = { evseId, timeoutSeconds: lockSeconds };
      await needs.runCommand({
        stationId,
        name: 'notify-web-payment',
        input,
        actor: system,
        why: 'a payment page was opened',
      });
    } catch (error) {
      willRetry(log, 'tell a station of a payment page', error);
    }
  }
}

/** A simulated provider is told here what the payer does. */
function canBePaidHere(provider: PaymentProvider): provider is PaymentProvider & Pick<SimulatedProvider, 'pay'> {
  return provider.capabilities.isTrial && 'pay' in provider;
}

function linkHash(installationKey: Buffer, link: string): Buffer {
  return keyedHash(installationKey, 'guest-link', link);
}

async function makeOffer(needs: GuestNeeds, place: Place): Promise<Offer | undefined> {
  const { stationId, evseId } = place;
  const station = await needs.getStation(stationId).catch((error: unknown) => {
    if (error instanceof SigecError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (station === undefined) return undefined;
  const now = needs.clock.now();
  const [applying, { timeZone }, at, isTaken] = await Promise.all([
    needs.tariffs.whichApplies({ ...place, connectorId: null, tokenTariffId: null, groupId: null, at: now }),
    needs.tariffs.clockOf(stationId),
    needs.sites.placeOf(stationId),
    isEvseTaken(needs.pool, place, { exceptVisit: null, exceptToken: null }),
  ]);
  const site = at === null ? null : await needs.sites.get(at.siteId);
  const terms = applying?.version.terms;
  const currency = terms?.currency;
  return {
    ...place,
    timeZone,
    site: site && { name: site.name, address: addressOf(site.address) },
    state: stateOf({ station, evseId, isTaken, hasPrice: terms !== undefined }),
    tariff:
      applying === null || terms === undefined
        ? null
        : {
            id: applying.tariffId,
            version: applying.version.version,
            terms,
            rowsNow: rowsAt(terms, { at: now.getTime(), timeZone }),
          },
    ways: currency === undefined ? [] : waysOf(needs, currency),
    energiesKwh: usualEnergiesKwh,
    ...amountsOf(currency ?? 'EUR'),
  };
}

function addressOf(address: Site['address']): string[] {
  return [address?.street, address?.city, address?.region].filter((line): line is string => Boolean(line));
}

function stateOf(known: { station: Station; evseId: number; isTaken: boolean; hasPrice: boolean }): OfferState {
  const { station, evseId, isTaken, hasPrice } = known;
  if (station.link.state !== 'online') return 'offline';
  const here = station.connectors.filter((connector) => connector.evseId === evseId);
  const whole = station.connectors.find((connector) => connector.evseId === 0);
  const isOut = ({ status }: { status: string }) => status === 'unavailable' || status === 'faulted';
  if (here.every(isOut) || (whole !== undefined && isOut(whole))) return 'out-of-service';
  if (isTaken || here.every(({ status }) => status === 'reserved')) return 'taken';
  return hasPrice ? 'free' : 'no-price';
}

function waysOf({ money }: GuestNeeds, currency: string): Way[] {
  return money.payments
    .providers()
    .filter(({ capabilities: { currencies } }) => currencies === 'all' || currencies.includes(currency))
    .map(({ name, method, capabilities }) => ({ provider: name, method, isTrial: capabilities.isTrial }));
}

function agreedOf(
  offer: Offer,
  { amount, kwh, limits }: Purchase,
  at: Date,
): { amount: string; energyWh: number | null } {
  const { tariff, maxAmount, timeZone } = offer;
  if (tariff === null) throw new SigecError('CONFLICT', 'This charger has no price.');
  const { terms } = tariff;
  const refuse = (message: string) => new SigecError('INVALID_INPUT', message, { details: { field: 'amount' } });
  const energy = kwh ?? (limits?.energyWh === undefined ? undefined : limits.energyWh / 1000);
  if (amount === undefined && energy === undefined) throw refuse('Choose an amount.');
  if (energy !== undefined && !(energy > 0 && energy <= 500)) throw refuse('Choose between 1 and 500 kWh.');
  const text = amount ?? amountForEnergy(terms, { kwh: energy ?? 0, at, timeZone });
  const minor = minorOf(text, terms.currency);
  if (minor === undefined || minor <= 0n) throw refuse('Give an amount such as 25.00.');
  if (minor > (minorOf(maxAmount, terms.currency) ?? 0n))
    throw refuse(`At most ${maxAmount} ${terms.currency} can be paid at once.`);
  return {
    amount: decimalText(minor, minorDigits(terms.currency)),
    energyWh: energy === undefined ? null : Math.round(energy * 1000),
  };
}

async function viewOf(needs: GuestNeeds, visit: GuestVisit): Promise<VisitView> {
  const { money, pool, tariffs } = needs;
  const [payment, session] = await Promise.all([
    visit.paymentId === null ? undefined : money.payments.get(visit.paymentId),
    readVisitSession(pool, visit),
  ]);
  const price = session && (await tariffs.priceOf({ stationId: visit.stationId, ref: session.ref }));
  const { stationId, evseId, state, why, language, currency, amount, energyWh, isStopWanted } = visit;
  const minor = (value: bigint) => decimalText(value, minorDigits(currency));
  const kept = visit.settled === null ? null : minor(BigInt(visit.settled));
  return {
    ...{ stationId, evseId, state, why, language, currency, amount, energyWh, isStopWanted },
    paymentReference: payment?.reference ?? visit.paymentReference,
    payment:
      payment === undefined
        ? null
        : {
            ...{ id: payment.id, state: payment.state, method: payment.method, action: payment.action },
            expiresAt: payment.expiresAt,
            isTrial: money.payments.provider(payment.provider)?.capabilities.isTrial ?? false,
            paid: minor(payment.received),
            refunded: minor(payment.refunded),
            owed: minor(payment.refundOwed - payment.refunded),
          },
    session:
      session === undefined
        ? null
        : {
            energyWh: session.energyWh,
            startedAt: session.startedAt,
            isRunning: session.isRunning,
            total: kept ?? price?.total ?? null,
            link: receiptLink(needs.installationKey, session.id),
          },
  };
}

function shownVisit({ settled, createdAt, changedAt, ...visit }: GuestVisit): ShownGuestVisit {
  const { id, stationId, evseId, state, why, provider, currency, amount, energyWh } = visit;
  const { paymentId, paymentReference, sessionId } = visit;
  return {
    ...{
      id,
      stationId,
      evseId,
      state,
      why,
      provider,
      currency,
      amount,
      energyWh,
      paymentId,
      paymentReference,
      sessionId,
    },
    settled: settled === null ? null : decimalText(BigInt(settled), minorDigits(currency)),
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}
