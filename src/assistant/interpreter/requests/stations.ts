import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import { momentAhead, timesOf } from '../grammar/times.ts';
import type { StationFilter } from '../intent.ts';
import { fold, nameKey } from '../spot/fold.ts';
import { ask, call, stationCall } from './build.ts';
import { directionOf } from './orders.ts';
import type { Request } from './request.ts';

const filters = ['faulted', 'offline', 'online', 'unavailable', 'waiting', 'free', 'charging'] as const;
const filterOf = (concept: (typeof filters)[number]): StationFilter => (concept === 'free' ? 'available' : concept);
const states = 'faulted offline online unavailable waiting free charging';

/** "offline or faulted", "not online", "all but CP-3". */
function listStations(asked: Asked) {
  const wanted = filters.filter((each) => asked.has(each)).map(filterOf);
  const noneOf = filters.filter((each) => asked.hasNot(each)).map(filterOf);
  const exceptStations = asked.except('station');
  const exceptSites = [...asked.except('site'), ...asked.except('name')];
  const isTrouble = wanted.length + noneOf.length === 0 && asked.has('trouble');
  const [filter = isTrouble ? 'faulted' : undefined, ...others] = wanted;
  return {
    intent: 'list-stations' as const,
    ...defined({
      filter: others.length === 0 ? filter : undefined,
      site: asked.text_('site') ?? (isMade(asked) ? undefined : asked.text_('name')),
      search: isMade(asked) ? asked.text_('name') : searchIn(asked),
    }),
    ...(others.length > 0 && { anyOf: wanted }),
    ...(noneOf.length > 0 && { noneOf }),
    ...(exceptStations.length > 0 && { exceptStations }),
    ...(exceptSites.length > 0 && { exceptSites }),
  };
}

/** "Acme chargers", "stations made by ABB": a name that nobody here has is that of a maker. */
function isMade(asked: Asked): boolean {
  const name = asked.text_('name');
  const { known } = asked.moment;
  if (name === undefined) return false;
  if (
    /\b(?:made|built|manufactured|produced|from the maker|da marca|do fabricante|fabricad[oa]s?|feit[oa]s?) (?:by|de|pela|pelo|por)\b|\b(?:marca|fabricante|brand|maker|vendor)\b/.test(
      fold(asked.text),
    )
  )
    return true;
  return known !== undefined && !known.some((each) => nameKey(each.name).includes(nameKey(name)));
}

/** A version or a model in digits, which is looked for among what stations told of themselves. */
function searchIn(asked: Asked): string | undefined {
  return asked.has('model') ? (asked.text_('quoted') ?? asked.text_('key')) : undefined;
}

/** Settings that people call by plain words, by the name that stations give them. */
const settings: readonly [RegExp, string][] = [
  [/heartbeat/, 'HeartbeatInterval'],
  [/ping/, 'WebSocketPingInterval'],
  [/meter|sampl|medicao|amostra/, 'MeterValueSampleInterval'],
  [/time ?out|tempo limite/, 'ConnectionTimeOut'],
  [/number of connectors|numero de conectores/, 'NumberOfConnectors'],
];

function settingIn(asked: Asked): string | undefined {
  if (!asked.has('settingname')) return undefined;
  const said = fold(asked.text);
  return settings.find(([pattern]) => pattern.test(said))?.[1];
}

function secondsIn(asked: Asked): string | undefined {
  const minutes = asked.number('minutes');
  return minutes === undefined ? undefined : String(Math.round(minutes * 60));
}

/** Several settings, each with the value that stands behind it. */
function settingsIn(asked: Asked): { name: string; value: string }[] {
  const found: { name: string; value?: string }[] = [];
  for (const { entity } of asked.items) {
    const last = found.at(-1);
    if (entity?.kind === 'key') found.push({ name: String(entity.value) });
    else if (last !== undefined && last.value === undefined && entity?.kind === 'number')
      last.value = String(entity.value);
    else if (last !== undefined && last.value === undefined && entity?.kind === 'minutes')
      last.value = String(Math.round(Number(entity.value) * 60));
  }
  return found.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
}

const actions: readonly [RegExp, string][] = [
  [/\bheartbeats?\b/, 'Heartbeat'],
  [/\bboot ?notifications?\b|\bboots?\b/, 'BootNotification'],
  [/\bstatus ?notifications?\b/, 'StatusNotification'],
  [/\bmeter ?values?\b|\bmedic\w+/, 'MeterValues'],
  [/\bauthoriz\w+|\bautoriz\w+/, 'Authorize'],
  [/\bdata ?transfers?\b/, 'DataTransfer'],
];

function actionIn(asked: Asked): string | undefined {
  return asked.has('messagename') || asked.has('settingname')
    ? actions.find(([pattern]) => pattern.test(fold(asked.text)))?.[1]
    : undefined;
}

/** Those that failed, or that nobody answered. */
function outcomeIn(asked: Asked): string | undefined {
  const said = fold(asked.text);
  if (/\b(?:unanswered|no answer|not answered|sem resposta|nao respondid\w+)\b/.test(said)) return 'no-answer';
  return asked.has('faulted') ? 'error' : undefined;
}

const manyStations = {
  reset: ['reset-soft', 'restart (as soon as nobody is charging)', 'reiniciar (assim que ninguém estiver carregando)'],
  enable: ['put-in-service', 'put back into service', 'colocar em serviço'],
  disable: ['take-out-of-service', 'put out of service', 'colocar fora de serviço'],
} as const;

function many(verb: keyof typeof manyStations) {
  const [command, en, pt] = manyStations[verb];
  return (asked: Asked) => {
    const stations = asked.all('station').map(String);
    const site = asked.text_('site') ?? asked.text_('name');
    if (stations.length < 2 && site === undefined) return undefined;
    return call('command_many_charge_points', {
      ...(stations.length > 0 ? { stations } : defined({ site })),
      given: { command },
      change: { en: `${en} these stations: {stations}.`, pt: `${pt} estas estações: {stations}.` },
    });
  };
}

const reports = [
  ['setting', 'configuration'],
  ['firmware', 'firmware-status'],
  ['limits', 'charging-limits'],
  ['session', 'session'],
  ['energy', 'meter-values'],
  ['logs', 'log-status'],
  ['how', 'status'],
] as const;

/** Without a name it is the only one that waits. */
function acceptance(asked: Asked, change: { en: string; pt: string }) {
  const station = asked.text_('station');
  if (station === undefined && !asked.has('waiting')) return ask('station');
  return call('accept_charge_point', { ...defined({ station }), change });
}

export const stationRequests: readonly Request[] = [
  {
    tool: 'plan_charging',
    when: [
      'plan',
      'plan @site|@name',
      'supposed @kw|@amperes @site|@name',
      'when done|full|need car|session|charging @site|@name',
      'cost|howmuch charging @site',
    ],
    takes:
      'plan supposed site how charging energy now limits limit power only happened all howmuch more car session cost price when who done full need if ahead tonight tomorrow station @site @name @kw @amperes @period',
    examples: { en: 'who charges when at site Depot?', pt: 'quem carrega quando no local Depot?' },
    intent(asked) {
      const site = asked.text_('site') ?? asked.text_('name');
      const [kw, amperes] = [asked.number('kw'), asked.number('amperes')];
      const isAhead = /\b(?:tonight|tomorrow|next hours|hoje a noite|esta noite|amanha|proximas horas)\b/.test(
        fold(asked.text),
      );
      if ((asked.has('cost') || asked.has('howmuch')) && !isAhead && !asked.has('plan')) return undefined;
      const isOther = asked.all('station').length > 0 || asked.has('contract') || asked.has('tariff');
      // To change a plan is more than to see it.
      const isOrder =
        ['change', 'limit', 'assign', 'clear'].some((each) => asked.has(each as 'change')) && !asked.isQuestion;
      if (isOther || (isOrder && !asked.has('supposed')) || (asked.has('tariff') && site === undefined))
        return undefined;
      return { intent: 'site-plan', ...defined({ site, kw, amperes: kw === undefined ? amperes : undefined }) };
    },
  },
  {
    tool: 'what_needs_attention',
    when: ['attention'],
    takes: 'station all now most trouble happened how first @name @site more',
    examples: { en: 'what needs my attention?', pt: 'o que precisa da minha atenção?' },
    intent: () => call('what_needs_attention', { given: { limit: 20 } }),
  },
  {
    tool: 'list_charge_points',
    when: [
      'station',
      'connector ?',
      'all @site',
      'all @name ?',
      ...filters.filter((each) => each !== 'charging' && each !== 'online'),
    ],
    takes: `${states} station connector all site now count or only where how running session car trouble brand model @site @name @quoted`,
    not: `${states} @station @site @name`,
    examples: { en: 'which chargers are offline or faulted?', pt: 'quais carregadores não estão online?' },
    intent: listStations,
  },
  {
    tool: 'list_connectors_by_status',
    when: ['connector how', 'connector free|charging|faulted|unavailable how'],
    takes: 'all now station free charging faulted unavailable count online site',
    examples: { en: 'connectors with status faulted', pt: 'conectores com status livre' },
    intent(asked) {
      const status = {
        free: 'available',
        charging: 'Charging',
        faulted: 'faulted',
        unavailable: 'unavailable',
      } as const;
      const [found] = (Object.keys(status) as (keyof typeof status)[]).filter((each) => asked.has(each));
      return call('list_connectors_by_status', { given: { limit: 50, ...(found && { status: status[found] }) } });
    },
  },
  {
    tool: 'get_charge_point_status',
    when: ['@station', '@station how', '@station firmware', '@station when', '@station details'],
    takes: `${states} how station connector details firmware now when latest message @place all model running brand battery count power`,
    examples: { en: 'how is CP-7?', pt: 'como está o CP-7?' },
    intent(asked) {
      const station = asked.text_('station');
      const isAsked =
        asked.isQuestion || ['how', 'firmware', 'details', ...filters].some((each) => asked.has(each as 'how'));
      return station === undefined || !isAsked ? undefined : { intent: 'station-status', station };
    },
  },
  {
    tool: 'what_happened',
    when: [
      '@station why',
      '@station who reset|stop|unlock|limit @period',
      '@station happened',
      '@station trouble',
      '@station history',
      '@station events',
    ],
    takes: `${states} station happened trouble history why events @period @clock ended stop reset now latest running who more connector @place stop all car how`,
    examples: {
      en: 'what happened to CP-7 yesterday between 22:00 and 6:00?',
      pt: 'o que aconteceu com o CP-7 ontem depois das 18h?',
    },
    intent(asked) {
      const station = asked.text_('station');
      return station === undefined ? undefined : { intent: 'diagnose', station, ...defined({ period: asked.period }) };
    },
  },
  {
    tool: 'get_charge_point_configuration',
    when: [
      '@station setting',
      '@station @key',
      'setting @key',
      'setting ?',
      '@key ?',
      'settingname @station',
      'settingname setting',
      'often messagename|settingname @station',
    ],
    takes:
      'station setting settingname messagename when session @station @key @quoted how energy all now change howmuch limit ask',
    examples: { en: 'what is the HeartbeatInterval of CP-7?', pt: 'quais são as configurações do CP-7?' },
    intent(asked) {
      if (asked.has('change') && !asked.isQuestion) return undefined;
      const key = asked.text_('key') ?? asked.text_('quoted') ?? settingIn(asked);
      return stationCall(asked, 'get_charge_point_configuration', {
        limit: 40,
        ...(key !== undefined && { search: key }),
      });
    },
  },
  {
    tool: 'update_charge_point_configuration',
    when: [
      'change @key',
      'change setting @key',
      'limit @key',
      'change setting @quoted',
      'change|limit settingname @station',
    ],
    takes:
      'station setting settingname messagename when limits @station @number+ @key+ @quoted @minutes+ change limit on off',
    isChange: true,
    examples: { en: 'set HeartbeatInterval of CP-7 to 300', pt: 'mude o HeartbeatInterval do CP-7 para 300' },
    intent(asked) {
      const name = asked.text_('key') ?? asked.text_('quoted') ?? settingIn(asked);
      const value =
        asked.text_('number') ??
        secondsIn(asked) ??
        (asked.text_('key') === undefined ? undefined : asked.text_('quoted')) ??
        (asked.has('on') ? 'true' : asked.has('off') ? 'false' : undefined);
      const settings = settingsIn(asked);
      if (settings.length > 1) {
        const said = settings.map((each) => `${each.name} = ${each.value}`).join(', ');
        const change = { en: `set at {station}: ${said}.`, pt: `mudar em {station}: ${said}.` };
        return stationCall(asked, 'update_charge_point_configuration', { settings }, change);
      }
      if (name === undefined || value === undefined) return ask('value');
      return stationCall(
        asked,
        'update_charge_point_configuration',
        { settings: [{ name, value }] },
        {
          en: `set ${name} of {station} to ${value}.`,
          pt: `mudar ${name} de {station} para ${value}.`,
        },
      );
    },
  },
  {
    tool: 'get_charging_limits',
    when: ['@station limits ?', '@station limits how', '@station power limits ?'],
    takes: 'station limits power now connector @place why all charging limit reserve',
    examples: { en: 'which limits hold at CP-7?', pt: 'quais limites valem no CP-7?' },
    intent: (asked) => stationCall(asked, 'get_charging_limits', {}),
  },
  {
    tool: 'list_charge_point_commands',
    when: [
      '@station command',
      '@station who reset|stop|unlock|limit !@period',
      '@station who ask|command',
      '@station reset|stop|unlock ?',
      'command station ?',
    ],
    takes:
      'station command @station who reset stop unlock limit when latest start update change block @number @period @clock all ask history now done happened',
    examples: { en: 'which commands did CP-7 get?', pt: 'quais comandos o CP-7 recebeu?' },
    intent(asked) {
      const isAsked = asked.has('command') || asked.has('who') || asked.has('ask');
      if (!isAsked && !/^\W*(?:did|has|have|was|were|when|ja|alguem|foi|quando)\b/.test(fold(asked.text)))
        return undefined;
      const found = stationCall(asked, 'list_charge_point_commands', {
        limit: Math.min(asked.number('number') ?? (asked.period === undefined ? 20 : 50), 50),
      });
      return 'intent' in found && asked.period !== undefined ? { ...found, period: asked.period } : found;
    },
  },
  {
    tool: 'list_sites',
    when: ['site ?', 'site all', 'site count', 'site where', 'site'],
    takes: 'site all count station where energy now @site @name',
    examples: { en: 'list the sites', pt: 'quais locais existem?' },
    intent(asked) {
      const site = asked.text_('site') ?? asked.text_('name');
      if (site !== undefined && !asked.has('station') && !asked.isQuestion) return undefined;
      return site === undefined ? call('list_sites', { given: { limit: 100 } }) : call('list_sites', { site });
    },
  },
  {
    tool: 'list_events',
    when: ['events ?', 'events latest', 'events all', 'events'],
    takes: 'events happened latest all @station @period @clock @number station history now',
    examples: { en: 'the last 10 events of the ledger', pt: 'últimos 10 eventos do livro razão' },
    intent(asked) {
      return call('list_events', {
        ...defined({ station: asked.text_('station'), period: asked.period }),
        given: { limit: Math.min(asked.number('number') ?? 20, 100) },
      });
    },
  },
  {
    tool: 'get_charge_point_messages',
    when: [
      '@station message',
      'message ?',
      'message latest',
      '@station message @key',
      '@station @key message',
      '@station message messagename',
      '@station messagename @period',
      '@station messagename latest',
      '@station say @period',
    ],
    takes:
      'station message messagename latest say happened faulted refusal @station @number @period @clock @key all history command first settingname how waiting offline',
    examples: { en: 'last 5 OCPP messages of CP-7', pt: 'últimas 5 mensagens OCPP do CP-7' },
    intent(asked) {
      const limit = Math.min(asked.number('number') ?? 20, 50);
      const found = stationCall(asked, 'get_charge_point_messages', {
        limit,
        ...defined({ action: asked.text_('key') ?? actionIn(asked), outcome: outcomeIn(asked) }),
      });
      return 'intent' in found && asked.period !== undefined ? { ...found, period: asked.period } : found;
    },
  },
  {
    tool: 'request_charge_point_report',
    when: [
      'ask @station setting|firmware|limits|session|energy|how|messagename',
      'ask station setting|limits|energy|how',
    ],
    takes:
      'ask station setting messagename report message firmware limits session energy how now power connector @place update',
    examples: { en: 'ask CP-7 for its status now', pt: 'peça ao CP-7 o status agora' },
    intent(asked) {
      const [, report = 'status'] = reports.find(([concept]) => asked.has(concept)) ?? [];
      // What a station has sent is asked of us; only an order asks the station.
      const isTold = /^(?:which|what|when|did|does|is|has|qual|quais|quando|o que)\b/.test(fold(asked.text).trim());
      if (isTold || (asked.has('update') && asked.has('firmware'))) return undefined;
      return stationCall(asked, 'request_charge_point_report', { report });
    },
  },
  {
    tool: 'request_logs',
    when: ['@station logs', '@station logs how', '@station logs done|ended', 'logs ask', 'logs station'],
    takes: 'ask station logs security now details trouble how done ended message @station @period @clock',
    examples: { en: 'have CP-7 upload its log', pt: 'peça o log do CP-7' },
    intent(asked) {
      // How it goes is known without asking for another one.
      const station = asked.text_('station');
      const isState = /^\W*(?:how|has|is|did|was|when|where|what|como|ja|foi|quando|onde|qual)\b/.test(
        fold(asked.text),
      );
      if (isState && station !== undefined) return { intent: 'station-status', station };
      const kind = /\b(?:security|seguranca)\b/.test(fold(asked.text)) ? 'security' : undefined;
      const found = stationCall(asked, 'request_logs', defined({ kind }));
      return 'intent' in found && asked.period !== undefined ? { ...found, period: asked.period } : found;
    },
  },
  {
    tool: 'update_firmware',
    when: ['update firmware', 'update station @url', 'update @station'],
    takes: 'station firmware tomorrow aftertomorrow now @station @url @at @period',
    isChange: true,
    examples: {
      en: 'update the firmware of CP-7 from https://firmware.example.com/v2.bin',
      pt: 'atualize o firmware do CP-7 com https://firmware.example.com/v2.bin',
    },
    intent(asked) {
      const location = asked.text_('url');
      if (asked.text_('station') === undefined) return ask('station');
      if (location === undefined) return ask('url');
      const { at, from, until, day } = timesOf(asked);
      const time = at ?? from ?? until;
      if (time === undefined && day !== undefined) return ask('when');
      const moment = time === undefined ? undefined : momentAhead(time, { ...asked.moment, today: asked.today });
      return stationCall(
        asked,
        'update_firmware',
        { location, ...defined({ install_at: moment }) },
        {
          en: `update the firmware of {station} from ${location}${time === undefined ? '' : `, at ${time.replace('T', ' ')}`}.`,
          pt: `atualizar o firmware de {station} a partir de ${location}${time === undefined ? '' : `, às ${time.replace('T', ' ')}`}.`,
        },
      );
    },
  },
  ...(['reset', 'enable', 'disable'] as const).map(
    (verb): Request => ({
      tool: 'command_many_charge_points',
      when:
        verb === 'reset'
          ? ['reset @station', 'reset all @site|@name', 'reset station @site|@name']
          : [`${verb} service @station`, `${verb} service @site|@name`, `${verb} @station`, `${verb} all @site|@name`],
      takes: `@station+ ${verb === 'reset' ? 'idle' : 'service unavailable free idle'} station all site @site @name`,
      isChange: true,
      examples: {
        reset: { en: 'restart CP-3 and CP-4', pt: 'reinicie o CP-3 e o CP-4' },
        enable: { en: 'put CP-3 and CP-4 back into service', pt: 'coloque o CP-3 e o CP-4 em serviço' },
        disable: { en: 'put CP-3 and CP-4 out of service', pt: 'coloque o CP-3 e o CP-4 fora de serviço' },
      }[verb],
      intent: (asked) =>
        verb === 'reset' || directionOf(asked) === (verb === 'enable' ? 'in' : 'out') ? many(verb)(asked) : undefined,
    }),
  ),
  {
    tool: 'accept_charge_point',
    when: ['accept @station', 'accept station', 'accept waiting'],
    takes: 'station waiting now connector @station',
    isChange: true,
    examples: { en: 'accept station CP-7', pt: 'aceite a estação CP-7' },
    intent: (asked) =>
      acceptance(asked, {
        en: 'let {station} into the network, so that drivers can charge there.',
        pt: 'aceitar {station} na rede, para que motoristas possam carregar lá.',
      }),
  },
  {
    tool: 'list_certificates',
    when: ['certificate', 'certificate @station'],
    takes: 'station all ended expiring ahead more day month @station @number @months when now',
    examples: { en: 'which certificates expire soon?', pt: 'quais certificados vencem em breve?' },
    intent(asked) {
      if (asked.has('revoke')) return undefined;
      const months = asked.number('months');
      const days = months === undefined ? asked.number('number') : Math.round(months * 30);
      return call('list_certificates', {
        ...defined({ station: asked.text_('station') }),
        ...(days !== undefined && { given: { within_days: days } }),
      });
    },
  },
  {
    tool: 'revoke_certificate',
    when: ['revoke certificate', 'block certificate'],
    takes: '@quoted @number @id @key @card @session',
    isChange: true,
    examples: { en: 'revoke the certificate "0A1B2C3D"', pt: 'revogue o certificado "0A1B2C3D"' },
    intent(asked) {
      const serial = asked.text_('quoted') ?? asked.text_('card') ?? asked.text_('id') ?? asked.text_('number');
      if (serial === undefined) return ask('id');
      return call('revoke_certificate', {
        given: { serial_number: serial },
        change: {
          en: `revoke the certificate ${serial} for ever.`,
          pt: `revogar para sempre o certificado ${serial}.`,
        },
      });
    },
  },
];
