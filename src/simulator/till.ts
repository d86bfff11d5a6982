import type { NotifySettlementRequest, VatNumberValidationRequest } from 'typed-ocpp/dist/ocpp21/types.js';
import type { StationControls } from './dialect.ts';
import { PaymentCode } from './payment-code.ts';

export type HeldTariff = { tariffId: string; currency: string };

/** What a station knows of prices, and the payment terminal beside it. */
export class SimulatedTill {
  /** By EVSE; 0 stands for all of them. */
  readonly defaultTariffs = new Map<number, HeldTariff>();
  readonly sessionTariffs = new Map<string, HeldTariff>();
  readonly costs = new Map<string, number>();
  /** Until when an EVSE waits for somebody who pays on a web page. */
  readonly webPayments = new Map<number, Date>();
  private readonly codes = new Map<number, PaymentCode>();
  private readonly station: StationControls;

  constructor(station: StationControls) {
    this.station = station;
  }

  codeOf(evseId: number): PaymentCode {
    const code = this.codes.get(evseId) ?? new PaymentCode(evseId);
    this.codes.set(evseId, code);
    return code;
  }

  /** What a phone reads off the display of an EVSE now; null: there is no code on it. */
  paymentAddress(evseId: number): string | null {
    return this.codeOf(evseId).address(this.station.id, this.station.settings.clock.now());
  }

  setDefault(evseId: number, tariff: HeldTariff): 'Accepted' | 'Rejected' | 'DuplicateTariffId' {
    if (evseId > 0 && this.station.connectors.find({ evseId }).length === 0) return 'Rejected';
    const others = [...this.defaultTariffs].filter(([place]) => place !== evseId);
    if (others.some(([, held]) => held.tariffId === tariff.tariffId)) return 'DuplicateTariffId';
    this.defaultTariffs.set(evseId, tariff);
    return 'Accepted';
  }

  /** Without ids: every tariff of the EVSE, or of the station. */
  clear(tariffIds: readonly string[] | undefined, evseId: number | undefined): Map<string, 'Accepted' | 'NoTariff'> {
    const places = [...this.defaultTariffs].filter(([place]) => evseId === undefined || place === evseId);
    const wanted = tariffIds ?? places.map(([, { tariffId }]) => tariffId);
    const held = new Map(places.map(([place, { tariffId }]) => [tariffId, place]));
    return new Map(
      wanted.map((tariffId) => {
        const place = held.get(tariffId);
        return [tariffId, place !== undefined && this.defaultTariffs.delete(place) ? 'Accepted' : 'NoTariff'];
      }),
    );
  }

  changeForSession(ref: string, tariff: HeldTariff): 'Accepted' | 'TxNotFound' | 'NoCurrencyChange' {
    const session = this.station.sessions.byRef(ref);
    if (session === undefined) return 'TxNotFound';
    const before =
      this.sessionTariffs.get(ref) ?? this.defaultTariffs.get(session.evseId) ?? this.defaultTariffs.get(0);
    if (before !== undefined && before.currency !== tariff.currency) return 'NoCurrencyChange'; // I11.FR.07
    this.sessionTariffs.set(ref, tariff);
    return 'Accepted';
  }

  /** C19–C22: the terminal has taken the money, given it back, or failed to. */
  settle(settlement: NotifySettlementRequest): Promise<object | undefined> {
    return this.station.say('NotifySettlement', settlement);
  }

  validateVat(request: VatNumberValidationRequest): Promise<object | undefined> {
    return this.station.say('VatNumberValidation', request);
  }
}
