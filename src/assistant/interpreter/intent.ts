/** Days, the last one not included, by the calendar of whoever asks: 2026-03-01 to 2026-04-01 is March; with a time, 2026-03-01T22:00, hours. */
export type Period = { from: string; to: string };

/** 07:00, or 2026-03-01T07:00, by the clock of the site that is spoken of. */
export type SiteTime = string;

export type SessionOrder = 'longest' | 'shortest' | 'dearest' | 'cheapest' | 'most-energy' | 'least-energy';

export type StationFilter = 'faulted' | 'offline' | 'online' | 'available' | 'charging' | 'unavailable' | 'waiting';

/** What somebody wants, as far as it can be said in a few words. Names are those of the world (CP-7), not yet looked up. */
export type Intent =
  | { intent: 'help' }
  | {
      intent: 'list-stations';
      filter?: StationFilter;
      site?: string;
      /** Of a maker, or of a model. */
      search?: string;
      /** One of these filters, or none of these. */
      anyOf?: StationFilter[];
      noneOf?: StationFilter[];
      exceptStations?: string[];
      exceptSites?: string[];
    }
  | { intent: 'station-status'; station: string; isWhere?: boolean }
  | { intent: 'diagnose'; station: string; period?: Period }
  | {
      intent: 'list-sessions';
      isRunning?: boolean;
      station?: string;
      period?: Period;
      /** Of a person, or at a place. */
      name?: string;
      site?: string;
      card?: string;
      isOdd?: boolean;
      minKwh?: number;
      maxKwh?: number;
      minMinutes?: number;
      maxMinutes?: number;
      minCost?: number;
      maxCost?: number;
      /** The longest first, and so on; else the newest. */
      order?: SessionOrder;
      limit?: number;
      exceptStations?: string[];
      exceptSites?: string[];
      /** People and places that are excepted. */
      exceptNames?: string[];
      /** Who charged is asked, so each session is looked at. */
      isWho?: boolean;
    }
  | { intent: 'session-details'; session: string }
  | {
      intent: 'report';
      measure: 'energy' | 'revenue' | 'sessions' | 'uptime';
      period?: Period;
      station?: string;
      site?: string;
      /** Of a person, or at a place: which of them is looked up. */
      name?: string;
      compared?: Period;
      by?: 'site' | 'station' | 'driver' | 'tariff' | 'day' | 'month';
      tariff?: string;
      /** The rows with the most first, or with the least, and how many of them. */
      order?: 'most' | 'least';
      limit?: number;
    }
  | { intent: 'refusals'; token?: string; station?: string; period?: Period; name?: string }
  | { intent: 'list-drivers'; search?: string; group?: string }
  | { intent: 'list-reservations'; station?: string; site?: string; token?: string; name?: string }
  | { intent: 'list-tariffs' }
  | { intent: 'list-proposals' }
  | { intent: 'start-session'; station: string; evse?: number; token?: string; name?: string }
  | { intent: 'stop-session'; station?: string; evse?: number; session?: string; token?: string; name?: string }
  | { intent: 'reset'; station: string; when: 'idle' | 'now' }
  | { intent: 'unlock'; station: string; connector?: number }
  | { intent: 'set-availability'; station: string; connector?: number; isAvailable: boolean }
  | { intent: 'set-limit'; station: string; kw?: number; amperes?: number; connector?: number; minutes?: number }
  | { intent: 'clear-limit'; station: string; connector?: number }
  | {
      intent: 'set-need';
      station?: string;
      /** Whose car it is. */
      name?: string;
      session?: string;
      evse?: number;
      percent?: number;
      kwh?: number;
      by?: SiteTime;
      minKwh?: number;
      priority?: number;
    }
  | { intent: 'set-site-limit'; site: string; kw?: number; amperes?: number; from?: SiteTime; until?: SiteTime }
  | { intent: 'clear-site-limit'; site: string }
  | { intent: 'explain-plan'; station: string; evse?: number }
  | { intent: 'foresee'; station?: string; isWhy?: boolean }
  | { intent: 'site-plan'; site?: string; kw?: number; amperes?: number }
  | {
      intent: 'reserve';
      station: string;
      connector?: number;
      token?: string;
      /** Whose card it is. */
      name?: string;
      minutes?: number;
      /** A moment, in the words of the protocol. */
      startsAt?: string;
    }
  | { intent: 'block-token'; token?: string; name?: string; isBlocked: boolean }
  | { intent: 'draft-rule'; does: 'reset'; when: 'lost-contact'; times: number; each: 'night' | 'hour' | 'day' }
  | {
      intent: 'find-vehicles';
      brand?: string;
      model?: string;
      text?: string;
      body?: string;
      priceMax?: number;
      priceMin?: number;
      yearMin?: number;
      yearMax?: number;
      kmMax?: number;
      rangeMin?: number;
      /** Litres of the engine. */
      engineMin?: number;
      engineMax?: number;
      plug?: string;
      doors?: number;
      /** Brands, colours, fuels or gearboxes that are not wanted. */
      without?: string[];
      order?: 'menor_preco' | 'maior_preco' | 'mais_novo' | 'menor_km';
      limit?: number;
      fuel?: string;
      colour?: string;
      transmission?: string;
    }
  | { intent: 'vehicle-choices'; of: 'brands' | 'models' | 'prices' | 'years' | 'colours' | 'fuels'; brand?: string }
  | {
      intent: 'find-books';
      text?: string;
      category?: string;
      minPrice?: number;
      maxPrice?: number;
      order?: 'price' | 'price-descending' | 'newest';
      isInStock?: boolean;
    }
  | CallIntent
  | { intent: 'several'; wishes: Intent[] }
  | EachIntent
  | { intent: 'book-categories' };

/** A tool with its arguments, and the names that are looked up before it is called. */
export type CallIntent = {
  intent: 'call';
  tool: string;
  given?: Record<string, unknown>;
  station?: string;
  stations?: string[];
  site?: string;
  card?: string;
  /** A person, a place or a station: which of them is looked up. */
  name?: string;
  period?: Period;
  /** What it changes, to be read back: {station}, {site} and so on stand for what was looked up. */
  change?: { en: string; pt: string };
};

export type TargetKind = 'station' | 'session' | 'card' | 'evse';

/** A change for each of those that fit, looked up when it is read back; `eachId` and `eachPlace` stand for each of them in the wish. */
export type EachIntent = {
  intent: 'each';
  of: TargetKind;
  wish: Intent;
  except: { kind: string; value: string }[];
  place?: string;
  name?: string;
  station?: string;
  filter?: StationFilter;
};

export const eachId = 'tok_EACH-0';
export const eachPlace = 987_654;

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

/** Whatever changes something, and is read back for it. */
export function isRisky(intent: Intent): boolean {
  if (intent.intent === 'several') return intent.wishes.some(isRisky);
  if (intent.intent === 'each') return isRisky(intent.wish);
  return isChanging(intent) || (intent.intent === 'call' && intent.change !== undefined);
}

export type Missing =
  | 'station'
  | 'what'
  | 'token'
  | 'value'
  | 'level'
  | 'which'
  | 'session'
  | 'site'
  | 'when'
  | 'id'
  | 'url'
  | 'text'
  | 'device'
  | 'vehicle'
  | 'book'
  | 'reservation'
  | 'tariff';

/**
 * What was understood of a sentence. `ask-back`: something is missing or could mean two things, and the question says what. `negated`: it says
 * what should not be done, so nothing is. `unused`: it would change something, and some of its words were not understood. `out-of-scope`: none of
 * our business, or more than a few words can say.
 */
export type Understanding =
  | { status: 'understood'; intent: Intent; unused?: string[] }
  | { status: 'ask-back'; missing: Missing; unused?: string[] }
  | { status: 'unused'; unused: string[] }
  | { status: 'negated'; unused?: string[] }
  | { status: 'out-of-scope'; unused?: string[] };
