import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import { momentAhead, timesOf } from '../grammar/times.ts';
import { ask, call, stationCall } from './build.ts';
import { directionOf } from './orders.ts';
import type { Request } from './request.ts';

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
    // Stations and a whole site besides are two orders.
    if (stations.length < 2 ? site === undefined || stations.length > 0 : site !== undefined) return undefined;
    return call('command_many_charge_points', {
      ...(stations.length > 0 ? { stations } : defined({ site })),
      given: { command },
      change: { en: `${en} these stations: {stations}.`, pt: `${pt} estas estações: {stations}.` },
    });
  };
}

/** Without a name it is the only one that waits. */
function acceptance(asked: Asked, change: { en: string; pt: string }) {
  const station = asked.text_('station');
  if (station === undefined && !asked.has('waiting')) return ask('station');
  return call('accept_charge_point', { ...defined({ station }), change });
}

/** Firmware, certificates, many stations at once, and new ones. */
export const stationUpkeepRequests: readonly Request[] = [
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
    tells: 'waiting',
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
    tells: 'day month',
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
