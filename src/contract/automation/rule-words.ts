import type { Rule, RuleAction, RuleCommand, RuleCondition, RuleTrigger } from './rule.ts';

type Language = 'en' | 'pt-BR';
type Both = readonly [en: string, pt: string];

const kinds: Readonly<Record<string, Both>> = {
  'station-connected': ['a station comes online', 'uma estação fica online'],
  'station-went-offline': ['a station goes offline', 'uma estação fica offline'],
  'station-booted': ['a station boots', 'uma estação reinicia'],
  'connector-status': ['a connector changes its status', 'um conector muda de status'],
  'session-event': ['a session begins, goes on or ends', 'uma sessão começa, continua ou termina'],
  'finding-opened': ['a finding is opened', 'um achado é aberto'],
  'finding-closed': ['a finding is closed', 'um achado é encerrado'],
  'token-refused': ['a card is refused', 'um cartão é recusado'],
  'certificate-expiring': ['a certificate is about to expire', 'um certificado está para vencer'],
  'firmware-failed': ['a firmware update fails', 'uma atualização de firmware falha'],
  'security-event': ['a security event is reported', 'um evento de segurança é informado'],
  'proposal-made': ['an action is proposed', 'uma ação é proposta'],
  'device-notified': ['a device sends a notification', 'um dispositivo envia uma notificação'],
};

const states = {
  online: ['online', 'online'],
  offline: ['offline', 'offline'],
  charging: ['charging', 'recarregando'],
  idle: ['idle', 'ociosa'],
  faulted: ['faulted', 'com falha'],
} as const satisfies Record<string, Both>;

const commands: Record<RuleCommand, Both> = {
  trigger: ['ask for a report', 'pedir um relato'],
  'clear-cache': ['clear its authorization cache', 'limpar o cache de autorização'],
  'clear-charging-profiles': ['clear its charging profiles', 'limpar os perfis de recarga'],
  'stop-session': ['stop the session', 'encerrar a sessão'],
  unlock: ['unlock the connector', 'destravar o conector'],
  'set-availability': ['change its availability', 'mudar a disponibilidade'],
  reset: ['restart it', 'reiniciá-la'],
};

const comparisons = {
  is: ['is', 'é'],
  'is-not': ['is not', 'não é'],
  'one-of': ['is one of', 'é um de'],
  above: ['is above', 'é maior que'],
  below: ['is below', 'é menor que'],
  contains: ['contains', 'contém'],
} as const satisfies Record<string, Both>;

/** What a connector says of itself; other values stand as they are. */
const statusWords: Readonly<Record<string, Both>> = {
  available: ['available', 'disponível'],
  occupied: ['occupied', 'ocupado'],
  reserved: ['reserved', 'reservado'],
  unavailable: ['unavailable', 'indisponível'],
  faulted: ['faulted', 'com falha'],
  started: ['started', 'começou'],
  ended: ['ended', 'terminou'],
};

/** A kind without words of its own is named as the page of events names it, so that a rule on any event can be read. */
function kindWords(kind: string): Both {
  return kinds[kind] ?? [`the event ${kind} occurs`, `ocorre o evento ${kind}`];
}

/** A rule in one sentence, in both languages: what a person reads before saying yes. */
export function ruleSentence(rule: Rule): { en: string; 'pt-BR': string } {
  return { en: sentenceIn(rule, 'en'), 'pt-BR': sentenceIn(rule, 'pt-BR') };
}

function sentenceIn(
  { when, where, if: conditions, actions, verify, else: otherwise, limits, isOnce }: Rule,
  language: Language,
): string {
  const say = ([en, pt]: Both) => (language === 'en' ? en : pt);
  const places = [
    ...(where.stationIds.length > 0 ? [where.stationIds.join(', ')] : []),
    ...(where.siteId === undefined ? [] : [say([`site ${where.siteId}`, `local ${where.siteId}`])]),
  ];
  const parts = [
    `${say(['When', 'Quando'])} ${triggerIn(when, language)}`,
    ...(places.length > 0 ? [`(${places.join(', ')})`] : []),
    ...(conditions.length > 0
      ? [`${say(['if', 'se'])} ${conditions.map((each) => conditionIn(each, language)).join(say([' and ', ' e ']))}`]
      : []),
    `${say(['then', 'então'])} ${actions.map((each) => actionIn(each, language)).join(say([', then ', ', depois ']))}`,
    ...(verify === null
      ? []
      : [
          say([
            `and see that it is ${states[verify.state][0]} within ${verify.withinMinutes} minutes`,
            `e conferir que está ${states[verify.state][1]} em ${verify.withinMinutes} minutos`,
          ]),
        ]),
    ...(otherwise.length > 0
      ? [`${say(['; else', '; senão'])} ${otherwise.map((each) => actionIn(each, language)).join(', ')}`]
      : []),
  ];
  const bound = isOnce
    ? say(['Once only.', 'Uma única vez.'])
    : say([
        `At most ${limits.runsPerDay} times a day, ${limits.perStationPerDay} per station, ${limits.coolDownMinutes} minutes apart.`,
        `No máximo ${limits.runsPerDay} vezes por dia, ${limits.perStationPerDay} por estação, com ${limits.coolDownMinutes} minutos de intervalo.`,
      ]);
  const quiet =
    limits.quietHours === null
      ? ''
      : say([
          ` Not between ${limits.quietHours.from} and ${limits.quietHours.to}.`,
          ` Não entre ${limits.quietHours.from} e ${limits.quietHours.to}.`,
        ]);
  return `${parts.join(' ').replaceAll(' ;', ';')}. ${bound}${quiet}`;
}

function triggerIn(when: RuleTrigger, language: Language): string {
  const say = ([en, pt]: Both) => (language === 'en' ? en : pt);
  if (when.on === 'event') {
    const { forMinutes: minutes } = when;
    const lasts =
      minutes === undefined
        ? ''
        : say([` and it lasts ${counted(minutes, 'minute')}`, ` e isso dura ${counted(minutes, 'minuto')}`]);
    return `${say(kindWords(when.kind))}${lasts}`;
  }
  if (when.on === 'device') {
    const method = when.method === undefined ? '' : ` ${when.method}`;
    return say([`the device ${when.deviceId} notifies${method}`, `o dispositivo ${when.deviceId} notifica${method}`]);
  }
  const days =
    when.days.length === 0 ? say(['every day', 'todo dia']) : when.days.map((day) => say(dayWords[day])).join(', ');
  return say([`it is ${when.at} ${days} (${when.timeZone})`, `são ${when.at} ${days} (${when.timeZone})`]);
}

const dayWords = {
  monday: ['on Mondays', 'às segundas'],
  tuesday: ['on Tuesdays', 'às terças'],
  wednesday: ['on Wednesdays', 'às quartas'],
  thursday: ['on Thursdays', 'às quintas'],
  friday: ['on Fridays', 'às sextas'],
  saturday: ['on Saturdays', 'aos sábados'],
  sunday: ['on Sundays', 'aos domingos'],
} as const satisfies Record<string, Both>;

function conditionIn(condition: RuleCondition, language: Language): string {
  const say = ([en, pt]: Both) => (language === 'en' ? en : pt);
  switch (condition.of) {
    case 'event': {
      const values = Array.isArray(condition.value) ? condition.value : [String(condition.value)];
      const known = values.map((value) => say(valueWords(value))).join(', ');
      const field = condition.field === 'evseId' ? say(['the connector', 'o conector']) : condition.field;
      return `${field} ${say(comparisons[condition.compare])} ${known}`;
    }
    case 'station': {
      const word = say(states[condition.state]);
      return condition.isNot
        ? say([`the station is not ${word}`, `a estação não está ${word}`])
        : say([`the station is ${word}`, `a estação está ${word}`]);
    }
    case 'count': {
      const { field, value } = condition.matching ?? {};
      const which = field === undefined ? '' : ` (${field} ${say(comparisons.is)} ${say(valueWords(value ?? ''))})`;
      const kind = `${say(kindWords(condition.kind))}${which}`;
      return say([
        `it happened ${condition.atLeast} times in ${condition.withinHours} h that ${kind}`,
        `aconteceu ${condition.atLeast} vezes em ${condition.withinHours} h que ${kind}`,
      ]);
    }
    case 'clock':
      return clockIn(condition, language);
  }
}

function valueWords(value: string): Both {
  return statusWords[value] ?? [value, value];
}

function clockIn(
  { from, to, days, timeZone, isNot }: Extract<RuleCondition, { of: 'clock' }>,
  language: Language,
): string {
  const say = ([en, pt]: Both) => (language === 'en' ? en : pt);
  const parts = [
    ...(from === to ? [] : [say([`between ${from} and ${to}`, `entre ${from} e ${to}`])]),
    ...(days.length === 0 ? [] : [days.map((day) => say(dayWords[day])).join(', ')]),
  ];
  const when = parts.length === 0 ? say(['at any time', 'a qualquer hora']) : parts.join(' ');
  return `${say(isNot ? ['it is not', 'não é'] : ['it is', 'é'])} ${when} (${timeZone})`;
}

function actionIn(action: RuleAction, language: Language): string {
  const say = ([en, pt]: Both) => (language === 'en' ? en : pt);
  switch (action.do) {
    case 'notify': {
      const whom =
        action.to.length === 0 ? say(['tell me', 'me avisar']) : say(['tell others', 'avisar outras pessoas']);
      return action.text === undefined ? whom : `${whom} “${action.text}”`;
    }
    case 'command':
      return say(commandWords(action));
    case 'tool': {
      const { charge_point_id: place, title: _title, ...more } = action.arguments;
      if (action.tool === 'open_ticket' && place === '{station}')
        return `${say(['open a ticket', 'abrir um chamado'])}${valuesIn(more)}`;
      return `${say([`call ${action.tool}`, `chamar ${action.tool}`])}${valuesIn(action.arguments)}`;
    }
    case 'playbook':
      return say([
        `try up to ${action.maxSteps} steps of the remediation ladder, ${action.upTo} at most`,
        `tentar até ${action.maxSteps} passos da escada de correção, no máximo ${action.upTo}`,
      ]);
  }
}

/** The words of a command say its usual values; all others stand beside them. */
function commandWords({ name, input }: Extract<RuleAction, { do: 'command' }>): Both {
  const { when, isOperative, ...rest } = input;
  const told = valuesIn(name === 'reset' ? rest : input);
  if (name === 'reset' && when === 'now') return [`restart it at once${told}`, `reiniciá-la imediatamente${told}`];
  if (name === 'set-availability' && typeof isOperative === 'boolean') {
    const place = valuesIn(rest);
    return isOperative
      ? [`put it in service${place}`, `colocá-la em serviço${place}`]
      : [`take it out of service${place}`, `tirá-la de serviço${place}`];
  }
  const [en, pt] = commands[name];
  return [`${en}${told}`, `${pt}${told}`];
}

/** What is asked for in particular: a person approves this very thing, so nothing of it is left out. */
function valuesIn(given: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(given).map(([name, value]) => `${name}: ${valueIn(value)}`);
  return told.length === 0 ? '' : ` (${told.join(', ')})`;
}

function valueIn(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueIn).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{${Object.entries(value)
    .map(([name, each]) => `${name}: ${valueIn(each)}`)
    .join(', ')}}`;
}

/** "1 minute", "10 minutes"; the words of both languages take an s. */
function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
