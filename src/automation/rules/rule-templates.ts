import { type RuleInput, type RuleTemplate, rule } from '#contract/automation/rule.ts';

type Template = Omit<RuleTemplate, 'rule'> & { rule: RuleInput };

const templates: readonly Template[] = [
  {
    id: 'ladder-on-fault',
    about: {
      en: 'A faulted connector that is not in use: the mildest remedies that helped before with this model and code, a restart at most, then tell me.',
      'pt-BR':
        'Um conector com falha e sem uso: as correções mais brandas que já ajudaram com este modelo e código, no máximo um reinício; depois, me avisar.',
    },
    rule: {
      name: 'Remediate faults',
      when: { on: 'event', kind: 'connector-status' },
      if: [
        { of: 'event', field: 'status', compare: 'is', value: 'faulted' },
        { of: 'station', state: 'idle' },
      ],
      actions: [{ do: 'playbook', maxSteps: 3, upTo: 'soft-reset' }],
      else: [{ do: 'notify' }],
      limits: { coolDownMinutes: 360, perStationPerDay: 2, runsPerDay: 20 },
    },
  },
  {
    id: 'ladder-on-finding',
    about: {
      en: 'What the detectors find: the remedies that fit it, a restart at most and never while somebody charges; where none helps, a ticket with its evidence and the log of the station.',
      'pt-BR':
        'O que os detectores encontram: as correções que servem, no máximo um reinício e nunca durante uma recarga; se nenhuma ajudar, um chamado com as evidências e o log da estação.',
    },
    rule: {
      name: 'Remediate what was found',
      when: { on: 'event', kind: 'finding-opened' },
      if: [{ of: 'station', state: 'idle' }],
      actions: [{ do: 'playbook', maxSteps: 3, upTo: 'soft-reset' }],
      else: [
        {
          do: 'tool',
          tool: 'open_ticket',
          arguments: {
            charge_point_id: '{station}',
            title: 'A finding that no automatic step repaired',
            evidence: [{ kind: 'finding', id: '{finding}' }],
          },
        },
        { do: 'notify' },
        { do: 'tool', tool: 'request_logs', arguments: { charge_point_id: '{station}' } },
      ],
      limits: { coolDownMinutes: 360, perStationPerDay: 2, runsPerDay: 20 },
    },
  },
  {
    id: 'restart-flapping',
    about: {
      en: 'Every night: restart idle stations that lost contact at least twice within a day.',
      'pt-BR': 'Toda noite: reiniciar estações ociosas que perderam contato ao menos duas vezes em um dia.',
    },
    rule: {
      name: 'Restart stations that lost contact twice',
      when: { on: 'schedule', at: '03:00', timeZone: 'America/Sao_Paulo' },
      if: [
        { of: 'count', kind: 'station-went-offline', atLeast: 2, withinHours: 24 },
        { of: 'station', state: 'online' },
        { of: 'station', state: 'idle' },
      ],
      actions: [{ do: 'command', name: 'reset', input: { when: 'idle' } }],
      verify: { state: 'online', withinMinutes: 15 },
      else: [{ do: 'notify' }],
      limits: { coolDownMinutes: 720, perStationPerDay: 1, runsPerDay: 25, stationsPerRun: 10 },
    },
  },
  {
    id: 'tell-offline',
    about: {
      en: 'Tell me when a station goes offline, once an hour per station at most.',
      'pt-BR': 'Me avisar quando uma estação ficar offline, no máximo uma vez por hora por estação.',
    },
    rule: {
      name: 'Tell me when a station goes offline',
      when: { on: 'event', kind: 'station-went-offline' },
      actions: [{ do: 'notify' }],
      limits: { coolDownMinutes: 60, perStationPerDay: 24, runsPerDay: 200 },
    },
  },
];

/** Rules that are ready to be taken over. None is set by itself. */
export const ruleTemplates: readonly RuleTemplate[] = templates.map((each) => ({
  ...each,
  rule: rule.parse(each.rule),
}));
