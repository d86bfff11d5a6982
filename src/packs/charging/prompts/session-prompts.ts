import type { Prompt } from '#tools/prompt.ts';
import type { PackNeeds } from '../needs.ts';
import { plainArgument, sessionArgument, stationArgument } from './arguments.ts';
import { guide } from './guide.ts';

export function sessionPrompts(needs: Pick<PackNeeds, 'charging' | 'clock'>): Prompt[] {
  return [
    guide({
      name: 'why_did_session_end',
      title: 'Why did a session end?',
      description: 'Explains the end of one charging session by what the ledger holds',
      arguments: [sessionArgument(needs)],
      goal: 'Explain why this charging session ended, so that its driver could be told.',
      steps: [
        'Call get_transaction_details. If is_ambiguous is true, ask which of the candidates is meant and stop.',
        'If it is running, say so, with its energy and since when, and stop.',
        'Read ended_by and reported_stop_reason. If somebody asked for the end, end_asked_by and end_why tell who and why.',
        'Call what_happened for the session: which event came right before the end, and is there an outage, a reset or a fault?',
        'If flags are set, say what they mean for the energy and the bill; get_transaction_details with with_cost true tells what was booked.',
        'If it ended much earlier than the driver’s sessions usually do, say so, but do not guess at the vehicle.',
      ],
      answer:
        'One sentence for the driver, then the chain of events with ids and times, and what remains unknown. Say whether the bill should be looked at by a person.',
    }),
    guide({
      name: 'investigate_refusal',
      title: 'Why was a driver refused?',
      description: 'Finds out why somebody could not begin to charge, and what would have to change',
      arguments: [
        stationArgument(needs, false),
        plainArgument('driver', 'The driver’s name or driver_id, if known'),
        plainArgument('token_id', 'The token, if known'),
        plainArgument('when', 'About when it happened'),
      ],
      goal: 'Find out why a driver could not begin to charge, and what would have to change.',
      steps: [
        'Find the driver with list_drivers and their tokens with find_token, as far as they are known.',
        'Call list_refusals for the token, the driver or the charge point round that time. Reason and facts tell what it was decided by.',
        'If there is none, the station may have refused by itself or never asked: look at what_happened and get_charge_point_status for that time.',
        'Call try_authorization for the token at that charge point now: would it be accepted, and which question refuses it?',
        'If the token is blocked and that is a mistake, propose set_token_blocked with is_blocked false. Everything else about drivers, groups, dates and places is changed by a person in the console: say what exactly.',
        'If nothing refuses the token but the connector was taken, reserved or broken, say that instead.',
      ],
      answer:
        'The reason in one sentence for the driver, without anybody else’s data; then the evidence, what was proposed, and what a person should change.',
    }),
  ];
}
