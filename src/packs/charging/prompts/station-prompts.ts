import type { Prompt } from '#tools/prompt.ts';
import type { PackNeeds } from '../needs.ts';
import { plainArgument, stationArgument } from './arguments.ts';
import { guide } from './guide.ts';

export function stationPrompts(needs: Pick<PackNeeds, 'charging' | 'clock'>): Prompt[] {
  return [
    guide({
      name: 'diagnose_charge_point',
      title: 'Diagnose a charge point',
      description: 'Finds out what is wrong with one charge point, from what is known, without touching it',
      arguments: [stationArgument(needs), plainArgument('symptom', 'What somebody noticed, in a few words')],
      goal: 'Find out what is wrong with this charge point, and since when. Change nothing.',
      steps: [
        'Call get_charge_point_status: is it online, since when, and what do its connectors say?',
        'Call get_uptime_report for it with with_outages true, from a month ago on: does something last, has it happened before, at what times?',
        'Call what_happened for the hours before it began: what came first, and what did somebody ask of it?',
        'Call list_sessions there with is_flagged true, and list_refusals: do drivers suffer, and in the same way?',
        'If the cause may be its settings or firmware, call get_charge_point_configuration, and look at upkeep in its status.',
        'Only if events do not explain it, look at get_charge_point_messages for the minutes in question.',
      ],
      answer:
        'What is wrong, since when, the evidence with ids, how sure it is, which other causes were ruled out by what, and the one next step you would take. Name who is affected now.',
    }),
    guide({
      name: 'restore_charge_point',
      title: 'Bring a charge point back',
      description: 'Goes from the mildest step to the strongest, proposing each, until the charge point works again',
      arguments: [stationArgument(needs)],
      goal: 'Bring this charge point back to work with the mildest step that does it. Every step that changes something is a proposal; wait for the person and for the result before the next one.',
      steps: [
        'Diagnose first: get_charge_point_status, get_uptime_report with with_outages true, what_happened. If it is offline nothing can be sent: say so, and what a person on site should check (power, network).',
        'Look at who charges there now: list_sessions with state running. Prefer steps that cut nobody off.',
        'Ask for a fresh report: request_charge_point_report. Many faults are gone by then.',
        'If a connector is out of service by somebody’s wish, propose set_connector_status to bring it back. If a cable is stuck, propose unlock_connector.',
        'If a session hangs, propose stop_ocpp_transaction for that one session.',
        'If that does not help, propose reset_charge_point, the soft way; the hard way only after the soft one failed.',
        'After every applied step read the result and get_charge_point_status again. Stop as soon as it works. After a failed reset stop as well: it needs a technician.',
      ],
      answer:
        'What was wrong, what was proposed, approved and seen to work, with proposal and event ids, who was cut off, and what is left to do on site.',
    }),
  ];
}
