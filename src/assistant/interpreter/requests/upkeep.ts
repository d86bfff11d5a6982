import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import { ask, call, stationCall } from './build.ts';
import type { Request } from './request.ts';

function idOf(asked: Asked): string | undefined {
  return asked.text_('id') ?? asked.text_('session');
}

const portuguese = { pause: 'pausar', resume: 'retomar', stop: 'parar', cancel: 'cancelar' };

/** Faults foreseen, tickets, campaigns and rules. */
export const upkeepRequests: readonly Request[] = [
  {
    tool: 'list_rules',
    when: ['rule'],
    takes: 'all now running happened',
    tells: 'running',
    examples: { en: 'list the rules', pt: 'quais regras existem?' },
    intent: () => call('list_rules'),
  },
  {
    tool: 'run_playbook',
    when: ['playbook'],
    takes: 'execute start running done station connector @station',
    isChange: true,
    examples: { en: 'run the playbook at CP-7', pt: 'execute o roteiro de reparo na CP-7' },
    intent: (asked) =>
      stationCall(
        asked,
        'run_playbook',
        {},
        { en: 'run the remediation playbook at {station}.', pt: 'executar o roteiro de reparo em {station}.' },
      ),
  },
  {
    tool: 'list_findings',
    when: ['finding'],
    takes: 'all now station waiting @station',
    tells: 'waiting',
    examples: { en: 'list the findings', pt: 'liste os achados' },
    intent: (asked) => call('list_findings', defined({ station: asked.text_('station') })),
  },
  {
    tool: 'diagnose_station',
    when: ['health @station', 'health how @station', 'health how @station now'],
    takes: 'station trouble now how',
    examples: { en: 'how is the health of CP-7?', pt: 'como está a saúde da CP-7?' },
    intent: (asked) => stationCall(asked, 'diagnose_station', {}),
  },
  {
    tool: 'close_finding',
    when: ['finding closing'],
    takes: 'how stop ended truealarm falsealarm @id @session',
    isChange: true,
    examples: {
      en: 'close finding 0192f0c1-aaaa-7000-8000-000000000001 as a true alarm',
      pt: 'feche o achado 0192f0c1-aaaa-7000-8000-000000000001 como alarme verdadeiro',
    },
    intent(asked) {
      const finding = idOf(asked);
      if (finding === undefined) return ask('id');
      if (!asked.has('truealarm') && !asked.has('falsealarm')) return ask('what');
      const isTrue = asked.has('truealarm');
      return call('close_finding', {
        given: { finding_id: finding, verdict: isTrue ? 'true-alarm' : 'false-alarm' },
        change: {
          en: `close finding ${finding} as a ${isTrue ? 'true' : 'false'} alarm.`,
          pt: `fechar o achado ${finding} como alarme ${isTrue ? 'verdadeiro' : 'falso'}.`,
        },
      });
    },
  },
  {
    tool: 'list_log_findings',
    when: ['logs found @station'],
    takes: 'station finding',
    examples: { en: 'what was found in the logs of CP-7?', pt: 'o que foi encontrado nos logs da CP-7?' },
    intent: (asked) => stationCall(asked, 'list_log_findings', {}),
  },
  {
    tool: 'list_tickets',
    when: ['ticket'],
    takes: 'all now station unlock waiting @station',
    tells: 'waiting',
    examples: { en: 'list the tickets', pt: 'liste os chamados' },
    intent: (asked) =>
      asked.text_('quoted') === undefined
        ? call('list_tickets', defined({ station: asked.text_('station') }))
        : undefined,
  },
  {
    tool: 'open_ticket',
    when: ['ticket unlock @quoted', 'ticket setup @quoted'],
    takes: 'station connector @station @place',
    isChange: true,
    examples: {
      en: 'open a ticket for CP-7: "the lock is stuck"',
      pt: 'abra um chamado para a CP-7: "a trava emperrou"',
    },
    intent(asked) {
      const title = asked.text_('quoted') ?? '';
      const change = { en: `open a ticket for {station}: ${title}.`, pt: `abrir um chamado para {station}: ${title}.` };
      const evse = asked.number('place');
      return stationCall(asked, 'open_ticket', { title, ...(evse !== undefined && { evse_id: evse }) }, change);
    },
  },
  {
    tool: 'list_campaigns',
    when: ['campaign'],
    takes: 'all now running firmware',
    tells: 'running',
    examples: { en: 'list the campaigns', pt: 'quais campanhas existem?' },
    intent: () => call('list_campaigns'),
  },
  {
    tool: 'start_campaign',
    when: ['campaign start @quoted', 'campaign setup @quoted'],
    takes: 'firmware image @id @session',
    isChange: true,
    examples: {
      en: 'start campaign "Praia 5.1" with image 0192f0c1-aaaa-7000-8000-000000000001',
      pt: 'inicie a campanha "Praia 5.1" com a imagem 0192f0c1-aaaa-7000-8000-000000000001',
    },
    intent(asked) {
      const name = asked.text_('quoted') ?? '';
      const image = idOf(asked);
      if (image === undefined) return ask('id');
      return call('start_campaign', {
        given: { name, image_id: image },
        change: {
          en: `start the campaign "${name}" with firmware image ${image}, one station first.`,
          pt: `iniciar a campanha "${name}" com a imagem de firmware ${image}, primeiro em uma estação.`,
        },
      });
    },
  },
  ...(['pause', 'resume', 'stop', 'cancel'] as const).map(
    (order): Request => ({
      tool: 'change_campaign',
      when: [`campaign ${order}`],
      takes: '@id @session',
      isChange: true,
      examples: {
        en: `${order} campaign 0192f0c1-aaaa-7000-8000-000000000001`,
        pt: `${portuguese[order]} a campanha 0192f0c1-aaaa-7000-8000-000000000001`,
      },
      intent(asked) {
        const campaign = idOf(asked);
        if (campaign === undefined) return ask('id');
        return call('change_campaign', {
          given: { campaign_id: campaign, order },
          change: {
            en: `${order} campaign ${campaign}.`,
            pt: `${portuguese[order]} a campanha ${campaign}.`,
          },
        });
      },
    }),
  ),
];
