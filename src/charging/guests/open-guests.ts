import { randomBytes } from 'node:crypto';
import { SigecError } from '#base/errors.ts';
import { every, willRetry } from '#base/every.ts';
import { nextMomentAt } from '#base/wall-clock.ts';
import type { ShownGuestVisit } from '#contract/billing/guest-visit.ts';
import type { Receipt } from '#contract/billing/receipt.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import type { ChargingNeed } from '#contract/energy/charging-need.ts';
import { keyedHash } from '#ledger/installation.ts';
import { isOvertaken, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import type { PaymentProvider } from '#money/providers/payment-provider.ts';
import type { SimulatedProvider } from '#money/providers/simulated/simulated-provider.ts';
import { system } from '#principals/actor.ts';
import { isOfferTicket, offerTicket } from '../payment-addresses/evse-code.ts';
import type { PaymentAddresses } from '../payment-addresses/open-payment-addresses.ts';
import { type DriveNeeds, driveVisit, keepVisit, visitEvent, type Watch } from './drive-visit.ts';
import type { GuestVisit } from './guest-visit.ts';
import { agreedOf, makeOffer, type OfferNeeds, type Place, type Purchase } from './make-offer.ts';
import type { Offer } from './offer.ts';
import { receiptLink, sessionOfReceiptLink } from './receipt-link.ts';
import {
  guestVisits,
  readDueVisits,
  readOpenVisits,
  readVisitByLink,
  readVisitOfSession,
  readVisitSession,
  readVisits,
} from './visit-store.ts';
import { shownVisit, type ViewNeeds, type VisitView, viewOf } from './visit-view.ts';

export type Guests = ReturnType<typeof openGuests>;

export type GuestNeeds = DriveNeeds &
  OfferNeeds &
  ViewNeeds & {
    paymentAddresses: Pick<PaymentAddresses, 'isGenuine'>;
    payOrigin(): string;
    receipt(sessionId: string): Promise<Receipt>;
    /** What the driver of a car says for the energy plan. */
    sayNeed(sessionId: string, need: Pick<ChargingNeed, 'departsAt' | 'energyWh'>): Promise<void>;
    timeZoneOf(stationId: string): Promise<string>;
    /** How often what is due is looked for; 0: only when something happens. */
    everyMs?: number;
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
        id: uuidv7(now),
        linkHash: linkHash(installationKey, link),
        ...place,
        language: purchase.language,
        tariffId: tariff.id,
        tariffVersion: tariff.version,
        provider: purchase.provider,
        currency: tariff.terms.currency,
        ...agreed,
        seconds: purchase.limits?.seconds ?? null,
        paymentId: null,
        paymentReference: null,
        state: 'paying',
        why: null,
        tokenId: null,
        startAskedAt: null,
        startTries: 0,
        sessionId: null,
        isStopWanted: false,
        stopAskedAt: null,
        settled: null,
        version: 1,
        createdAt: now,
        changedAt: now,
        nextLookAt: now,
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
    /** When the car shall be ready, by the clocks of the charger: what is still to come of the energy that was bought, by then. */
    async leaveAt(link: string, time: string): Promise<void> {
      const visit = await byLink(link);
      const session = await readVisitSession(pool, visit);
      if (session?.isRunning !== true) throw new SigecError('CONFLICT', 'Charging does not run any more.');
      if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
        throw new SigecError('INVALID_INPUT', 'Choose a time such as 07:00.', { details: { field: 'at' } });
      const departure = nextMomentAt(time, { timeZone: await needs.timeZoneOf(visit.stationId), now: clock.now() });
      const energyWh = visit.energyWh === null ? null : Math.max(0, visit.energyWh - session.energyWh);
      await needs.sayNeed(session.id, { departsAt: departure.toISOString(), energyWh });
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
        why: ownReason('payment-page'),
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
