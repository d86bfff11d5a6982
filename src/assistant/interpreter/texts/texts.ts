import type { Language } from '../language.ts';
import { en } from './en.ts';
import { ptBr } from './pt-br.ts';

export type Texts = {
  /** What it is, and what it understands. */
  help: string;
  outOfScope: string;
  negated: string;
  nothingToConfirm: string;
  dropped: string;
  askBack: Record<'station' | 'what' | 'token' | 'value' | 'which', string>;
  notConnected(tool: string): string;
  failed(why: string): string;
  notAllowed: string;
  unreadable(sentence: string): string;
  noStation(name: string): string;
  whichStation(names: string): string;
  noSite(name: string, names: string): string;
  noToken(name: string): string;
  whichToken: string;
  whichConnector(names: string): string;
  whichSession: string;
  noSession(station: string): string;
  /** Before a change: what was understood, and what to say. */
  readBack(what: string): string;
  changes: {
    start(station: string, evse: number | undefined, token: string): string;
    stop(session: string, station: string, evse: string, since: string): string;
    reset(station: string, when: 'idle' | 'now'): string;
    unlock(station: string, connector: number): string;
    availability(station: string, connector: number | undefined, isAvailable: boolean): string;
    limit(station: string, connector: number | undefined, amount: string): string;
    clearLimit(station: string, connector: number | undefined): string;
    reserve(station: string, connector: number | undefined, token: string, minutes: number): string;
    block(token: string, isBlocked: boolean): string;
    buy(title: string, price: string): string;
  };
  proposed(effect: string, id: string, until: string): string;
  done(what: string): string;
  notDone(why: string): string;
  noneApproved: string;
  whichProposal: string;
  words: Record<string, string>;
  heads: Record<Head, string>;
  counted(count: number, total: number, what: 'stations' | 'sessions' | 'drivers' | 'vehicles' | 'books'): string;
  none: string;
  more: string;
  whole: string;
  period(from: string, to: string): string;
  report(measure: 'energy' | 'revenue' | 'sessions' | 'uptime', value: string, where: string): string;
  diagnosis: {
    state: string;
    outages(count: number): string;
    chain: string;
    odd(count: number): string;
    refused(count: number): string;
    next: string;
  };
  rule(times: number, each: 'night' | 'hour' | 'day'): string;
  ruleHistory(nights: number, restarts: number): string;
  ruleNote: string;
  vehicleHint: string;
  bookHint: string;
  whichBook: string;
  whichPayment: string;
};

type Head =
  | 'station'
  | 'connection'
  | 'connectors'
  | 'since'
  | 'connector'
  | 'status'
  | 'reason'
  | 'session'
  | 'start'
  | 'end'
  | 'energy'
  | 'cost'
  | 'time'
  | 'event'
  | 'causedBy'
  | 'token'
  | 'driver'
  | 'blocked'
  | 'tokens'
  | 'tariff'
  | 'price'
  | 'proposal'
  | 'effect'
  | 'until'
  | 'field'
  | 'value'
  | 'restarts'
  | 'brand'
  | 'model'
  | 'year'
  | 'fuel'
  | 'colour'
  | 'km'
  | 'number'
  | 'title'
  | 'author'
  | 'stock'
  | 'category'
  | 'books'
  | 'uptime';

export const textsIn: Record<Language, Texts> = { 'pt-BR': ptBr, en };
