import type { RuleAction } from '../rule.ts';
import { NamedPlaces } from './named-places.ts';
import type { Clause, Parts, Window } from './parts.ts';
import type { FactName, Marker, Phrase, Place } from './phrase.ts';

/** Goes through a sentence once; what finds no place is unread. */
export function sentenceParts(phrases: readonly Phrase[]): Parts {
  const sorting = new Sorting();
  for (const phrase of phrases) sorting.take(phrase);
  return sorting.end();
}

type Waiting = 'denial' | 'limit' | 'past' | 'either' | 'no';
const adjectives: readonly FactName[] = ['faulted', 'idle', 'offline'];
/** What stands between two facts of one condition. */
const joining: ReadonlySet<Phrase['is'] | undefined> = new Set([
  'and',
  'or',
  'comma',
  'not',
  'past',
  'station',
  'site',
  'connector',
]);
/** In Portuguese what is wished for and what may happen are one form. */
const isTwofold = /^(?:reinici|reset(?:e|a|ar)$)/i;

class Sorting {
  private readonly parts: Parts = {
    clauses: [],
    actions: [],
    otherwise: [],
    stationIds: [],
    siteIds: [],
    windows: [],
    adjectives: [],
    unread: [],
    connector: undefined,
    daily: undefined,
    at: undefined,
    lasting: undefined,
    within: undefined,
    most: undefined,
    isOnce: false,
  };
  private readonly places = new NamedPlaces();
  private clause: Clause | undefined;
  /** Words that wait for what they are said of: "not", "at most", "went", "or". */
  private readonly waiting: Partial<Record<Waiting, Phrase>> = {};
  private times: { count: number; text: string } | undefined;
  private isElse = false;
  private last: Phrase | undefined;
  private isOrOfNames = false;

  take(phrase: Phrase): void {
    if (phrase.is === 'nothing') return;
    this.dropWaiting(phrase);
    this.sort(phrase);
    this.last = phrase;
  }

  end(): Parts {
    for (const name of ['denial', 'limit', 'past', 'either', 'no'] as const) this.leave(this.taken(name));
    this.attachTimes();
    return { ...this.parts, ...this.places.found(), unread: [...this.parts.unread, ...this.places.unclear()] };
  }

  /** A word such as "not" is said of what follows at once; of anything else it would be lost. */
  private dropWaiting({ is }: Phrase): void {
    const bearers: Record<Waiting, readonly Phrase['is'][]> = {
      denial: ['fact', 'hours', 'days', 'restart', 'action', 'past', 'station', 'site', 'any-station'],
      limit: ['times', 'per', 'daily', 'marker'],
      past: ['fact', 'not', 'restart'],
      either: ['fact', 'station', 'site', 'days', 'restart', 'past', 'not'],
      no: ['station', 'site'], // "no Depósito" is a place, "no station" is none
    };
    for (const name of Object.keys(bearers) as Waiting[]) if (!bearers[name].includes(is)) this.leave(this.taken(name));
  }

  private taken(name: Waiting): Phrase | undefined {
    const phrase = this.waiting[name];
    delete this.waiting[name];
    return phrase;
  }

  private leave(...phrases: (Pick<Phrase, 'text'> | undefined)[]): void {
    this.parts.unread.push(...phrases.flatMap((phrase) => (phrase === undefined ? [] : [phrase.text])));
  }

  private sort(phrase: Phrase): void {
    const { parts, waiting } = this;
    const { text } = phrase;
    switch (phrase.is) {
      case 'unknown':
        return this.leave(phrase);
      case 'marker':
        return this.open(phrase.marker, phrase);
      case 'fact':
        return this.takeFact(phrase);
      case 'restart':
        return this.takeRestart(phrase);
      case 'action':
        return this.act(phrase.action, phrase);
      case 'station':
      case 'site':
      case 'any-station':
        return this.takeName(phrase);
      case 'connector':
        if (parts.connector !== undefined && parts.connector.evseId !== phrase.evseId) return this.leave(phrase);
        parts.connector = { evseId: phrase.evseId, text };
        return;
      case 'lasting':
      case 'within':
        return this.takeSpan(phrase);
      case 'times':
        this.attachTimes();
        this.times = { count: phrase.count, text };
        return;
      case 'per':
        return this.takePer(phrase.minutes, phrase);
      case 'hours':
        return this.takeWindow({ from: phrase.from, to: phrase.to, days: [] }, phrase);
      case 'days':
        return this.takeDays(phrase);
      case 'daily':
        if (this.times !== undefined && phrase.part === 'day') return this.takePer(1440, phrase);
        if (parts.daily !== undefined) return this.leave(phrase);
        parts.daily = { part: phrase.part, text };
        return;
      case 'at':
        if (parts.at !== undefined) return this.leave(phrase);
        parts.at = { time: phrase.time, isExact: phrase.isExact, text };
        return;
      case 'once':
        parts.isOnce = true;
        return;
      case 'most':
        waiting.limit = phrase;
        return;
      case 'not':
      case 'except':
        this.leave(this.taken('denial'));
        waiting.denial = phrase;
        return;
      case 'past':
      case 'no':
        waiting[phrase.is] = phrase;
        return;
      case 'or':
        waiting.either = phrase;
        this.isOrOfNames = this.last?.is === 'station' || this.last?.is === 'site';
        return;
      case 'else':
        if (parts.actions.length === 0) return this.leave(phrase);
        this.clause = undefined;
        this.isElse = true;
        this.places.enter();
        return;
      case 'all':
        // "restart all stations that …" goes through them; "when all stations are offline" asks for every one at once.
        if (this.clause !== undefined) this.leave(phrase);
        break;
      case 'comma':
      case 'and':
      case 'nothing':
        break;
    }
  }

  private open(marker: Marker, phrase: Phrase): void {
    const limit = this.taken('limit');
    if (limit !== undefined) {
      // "no more than once a day": no condition begins there.
      if (!/^once$/i.test(phrase.text)) return this.leave(limit, phrase);
      this.times = { count: 1, text: `${limit.text} ${phrase.text}` };
      this.waiting.limit = limit;
      return;
    }
    if (marker === 'that' && this.clause?.facts.length === 0) return; // "caso que", "toda vez que"
    this.attachTimes();
    if (this.isElse) return this.leave(phrase);
    // "restart it every night and tell me if it fails": nobody can tell whether the first is meant as well.
    if (this.parts.actions.length > 1) this.leave(phrase);
    this.clause = { marker, facts: [], isEither: false };
    this.parts.clauses.push(this.clause);
    this.places.enter();
  }

  private takeRestart(phrase: Phrase): void {
    const { clause, last } = this;
    // "when CP-3 restarts": told rather than wished for.
    if (clause?.facts.length === 0 && last?.is !== 'comma') return this.takeFact({ fact: 'booted', text: phrase.text });
    if (clause !== undefined && last?.is === 'and' && isTwofold.test(phrase.text)) return this.leave(phrase);
    this.act(reset, phrase);
  }

  private takeFact({ fact, isPast = false, text }: { fact: FactName; isPast?: boolean; text: string }): void {
    const { clause, parts, places } = this;
    const [denial, past, either] = [this.taken('denial'), this.taken('past'), this.taken('either')];
    const said = { fact, isNot: denial !== undefined, isPast: isPast || past !== undefined, times: undefined, text };
    const isAdjective = clause === undefined && denial === undefined && adjectives.includes(fact) && !this.isElse;
    if (isAdjective) parts.adjectives.push(said);
    else if (clause === undefined || denial?.is === 'except') this.leave(denial, either, { text });
    // "terminar com erro" is one thing that happens, and none of ours.
    else if (clause.facts.length > 0 && !joining.has(this.last?.is)) this.leave({ text });
    else {
      // "CP-1 is offline and CP-2 is offline": two stations at once are more than a rule can wait for.
      if (clause.facts.length > 0) this.leave(...places.sinceFact());
      if (either !== undefined) clause.isEither = true;
      clause.facts.push(said);
      places.passFact();
    }
  }

  private act(action: RuleAction, phrase: Phrase): void {
    const [denial, either] = [this.taken('denial'), this.taken('either')];
    if (denial !== undefined || either !== undefined) this.leave(denial, either, phrase);
    this.attachTimes();
    this.clause = undefined;
    this.places.enter();
    (this.isElse ? this.parts.otherwise : this.parts.actions).push(action);
  }

  private takeName(phrase: Place & { text: string }): void {
    const [denial, either] = [this.taken('denial'), this.taken('either')];
    this.taken('no');
    // "CP-1 to CP-5" names more stations than two.
    const isSpan = phrase.is === 'station' && this.last?.is === 'station';
    if (denial !== undefined || (either !== undefined && !this.isOrOfNames)) this.leave(denial, either, phrase);
    else if (isSpan) this.leave(this.last, phrase);
    this.places.add(phrase);
  }

  private takeSpan(phrase: Phrase & { is: 'lasting' | 'within' }): void {
    const { clause, parts } = this;
    if (parts[phrase.is] !== undefined || clause === undefined) return this.leave(phrase);
    parts[phrase.is] = { minutes: phrase.minutes, text: phrase.text, clause };
  }

  private takeWindow(window: Omit<Window, 'isNot' | 'text'>, { text }: Phrase): void {
    const { clause, parts } = this;
    const isAlone = clause?.facts.length === 0 && (clause.marker === 'unless' || clause.marker === 'only');
    const isUnless = isAlone && clause.marker === 'unless';
    parts.windows.push({ ...window, isNot: this.taken('denial') !== undefined || isUnless, text });
    if (!isAlone) return;
    parts.clauses = parts.clauses.filter((each) => each !== clause);
    this.clause = undefined;
  }

  private takeDays(phrase: Phrase & { is: 'days' }): void {
    const { parts, clause, last } = this;
    const before = parts.windows.at(-1);
    const isMore = before !== undefined && before.days.length > 0;
    // "on Saturdays and Sundays" is one window.
    if (isMore && ['days', 'and', 'or', 'comma'].includes(last?.is ?? '') && this.waiting.denial === undefined) {
      before.days = [...new Set([...before.days, ...phrase.days])];
      this.taken('either');
      return;
    }
    const isBound = this.waiting.denial !== undefined || clause?.marker === 'unless' || clause?.marker === 'only';
    // "on Sunday" may be the next one alone.
    if (!phrase.isEvery && !isBound) return this.leave(phrase);
    this.takeWindow({ days: phrase.days }, phrase);
  }

  /** "twice a day", "at most once an hour". */
  private takePer(minutes: number, { text }: Phrase): void {
    const { times, parts, clause } = this;
    if (times === undefined) return this.leave({ text });
    if (this.taken('limit') !== undefined) {
      if (parts.most === undefined) parts.most = { count: times.count, minutes, text: `${times.text} ${text}` };
      else this.leave(times, { text });
      this.times = undefined;
      return;
    }
    if (clause === undefined || parts.within !== undefined) return this.leave({ text });
    this.attachTimes();
    parts.within = { minutes, text, clause };
  }

  /** "faults twice": said of what was named last. */
  private attachTimes(): void {
    const { times } = this;
    this.times = undefined;
    if (times === undefined) return;
    const isLimit = this.taken('limit') !== undefined;
    const fact = isLimit ? undefined : (this.clause ?? this.parts.clauses.at(-1))?.facts.at(-1);
    if (fact === undefined || fact.times !== undefined) this.leave(times);
    else fact.times = times;
  }
}

const reset: RuleAction = { do: 'command', name: 'reset', input: { when: 'idle' } };
