/** Days, the last one not included, by the calendar of whoever asks: 2026-03-01 to 2026-04-01 is March. */
export type Period = { from: string; to: string };

/** 07:00, or 2026-03-01T07:00, by the clock of the site that is spoken of. */
export type SiteTime = string;

export type StationFilter = 'faulted' | 'offline' | 'online' | 'available' | 'charging' | 'unavailable' | 'waiting';

/** What somebody wants, as far as it can be said in a few words. Names are those of the world (CP-7), not yet looked up. */
export type Intent =
  | { intent: 'help' }
  | { intent: 'list-stations'; filter?: StationFilter; site?: string }
  | { intent: 'station-status'; station: string }
  | { intent: 'diagnose'; station: string; period?: Period }
  | { intent: 'list-sessions'; isRunning?: boolean; station?: string; period?: Period }
  | { intent: 'session-details'; session: string }
  | {
      intent: 'report';
      measure: 'energy' | 'revenue' | 'sessions' | 'uptime';
      period?: Period;
      station?: string;
      site?: string;
    }
  | { intent: 'refusals'; token?: string; station?: string; period?: Period }
  | { intent: 'list-drivers'; search?: string }
  | { intent: 'list-reservations'; station?: string }
  | { intent: 'list-tariffs' }
  | { intent: 'list-proposals' }
  | { intent: 'start-session'; station: string; evse?: number; token?: string }
  | { intent: 'stop-session'; station?: string; evse?: number; session?: string }
  | { intent: 'reset'; station: string; when: 'idle' | 'now' }
  | { intent: 'unlock'; station: string; connector?: number }
  | { intent: 'set-availability'; station: string; connector?: number; isAvailable: boolean }
  | { intent: 'set-limit'; station: string; kw?: number; amperes?: number; connector?: number }
  | { intent: 'clear-limit'; station: string; connector?: number }
  | {
      intent: 'set-need';
      station?: string;
      session?: string;
      evse?: number;
      percent?: number;
      kwh?: number;
      by?: SiteTime;
    }
  | { intent: 'set-site-limit'; site: string; kw?: number; amperes?: number; until?: SiteTime }
  | { intent: 'clear-site-limit'; site: string }
  | { intent: 'explain-plan'; station: string; evse?: number }
  | { intent: 'site-plan'; site?: string; kw?: number; amperes?: number }
  | { intent: 'reserve'; station: string; connector?: number; token: string; minutes?: number }
  | { intent: 'block-token'; token: string; isBlocked: boolean }
  | { intent: 'draft-rule'; does: 'reset'; when: 'lost-contact'; times: number; each: 'night' | 'hour' | 'day' }
  | {
      intent: 'find-vehicles';
      brand?: string;
      model?: string;
      text?: string;
      priceMax?: number;
      priceMin?: number;
      yearMin?: number;
      kmMax?: number;
      fuel?: string;
      colour?: string;
      transmission?: string;
    }
  | { intent: 'vehicle-choices'; of: 'brands' | 'models' | 'prices' | 'years' | 'colours' | 'fuels'; brand?: string }
  | { intent: 'find-books'; text?: string; category?: string }
  | { intent: 'book-categories' };

export type IntentOf<Name extends Intent['intent']> = Extract<Intent, { intent: Name }>;

/** Those that change something: they are read back before anything is asked of anybody. */
const changing = [
  ...(['start-session', 'stop-session', 'reset', 'unlock', 'set-availability', 'set-limit'] as const),
  ...(['clear-limit', 'reserve', 'block-token', 'draft-rule'] as const),
  ...(['set-need', 'set-site-limit', 'clear-site-limit'] as const),
] as const satisfies Intent['intent'][];
export type ChangingIntent = IntentOf<(typeof changing)[number]>;

export function isChanging(intent: Intent): intent is ChangingIntent {
  return changing.some((name) => name === intent.intent);
}

/**
 * What was understood of a sentence. `ask-back`: something is missing or could mean two things, and the question says what. `negated`: it says
 * what should not be done, so nothing is. `out-of-scope`: none of our business, or more than a few words can say.
 */
export type Understanding =
  | { status: 'understood'; intent: Intent }
  | { status: 'ask-back'; missing: 'station' | 'what' | 'token' | 'value' | 'which' }
  | { status: 'negated' }
  | { status: 'out-of-scope' };
