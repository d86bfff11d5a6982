import type { Asked } from '../grammar/asked.ts';
import { fold } from '../spot/fold.ts';
import { ask, stationCall } from './build.ts';
import type { Request } from './request.ts';
import { isAction } from './station-messages.ts';

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

/** Settings and limits of a station. */
export const stationSettingRequests: readonly Request[] = [
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
      if (isAction(asked.text_('key') ?? '')) return undefined;
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
];
