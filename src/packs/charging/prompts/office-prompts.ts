import type { Prompt } from '#tools/prompt.ts';
import type { PackNeeds } from '../needs.ts';
import { monthArgument, plainArgument, siteArgument, stationArgument } from './arguments.ts';
import { guide } from './guide.ts';

export function officePrompts(needs: Pick<PackNeeds, 'charging' | 'clock'>): Prompt[] {
  return [
    guide({
      name: 'morning_briefing',
      title: 'Morning briefing',
      description: 'What an operator should know at the beginning of the day, worst first',
      arguments: [siteArgument(needs)],
      goal: 'Tell the operator in a minute what the network needs today.',
      steps: [
        'Call list_charge_points for the counts, then with state offline, with status faulted and with state pending.',
        'Call get_uptime_report of the last 24 hours with with_outages true: what lasts, since when, and what came again and again?',
        'Call list_sessions of the last 24 hours with is_flagged true: which need somebody to look at them?',
        'Call list_refusals of the last 24 hours: is one reason or one charge point frequent?',
        'Call get_report by total for yesterday, and for the same day a week ago.',
        'Call list_proposals: does something wait for a person?',
      ],
      answer:
        'At most fifteen lines: what is broken now and whom it hits, what is odd, what waits for a person, yesterday in one line beside a week ago. Then the three things to do first. Leave out what is as usual.',
    }),
    guide({
      name: 'monthly_report',
      title: 'Monthly report',
      description: 'Energy, revenue, use and uptime of a month, with what stands out',
      arguments: [monthArgument(needs), siteArgument(needs)],
      goal: 'Write the report of this month for the people who own the charge points.',
      steps: [
        'Call get_report for the month by site (or by station where one site is given), then by day.',
        'Call get_report by total for the month before, to compare with.',
        'Call get_uptime_report for the month: which ports were worst, and why?',
        'Call it again with with_outages true for the charge point of the worst port: were they excluded, and why?',
        'Take every number from these answers as it stands; sums of several currencies stay apart.',
      ],
      answer:
        'A page: sessions, energy, revenue, utilisation, first-time success and uptime, each beside the month before; the best and the worst place; what cost the most uptime; what to do about it. Say from when to when it counts, and by which clock.',
    }),
    guide({
      name: 'onboard_driver',
      title: 'Prepare a new driver',
      description: 'Checks that a driver and their token are known and would be accepted, and says what is missing',
      arguments: [
        plainArgument('name', 'Of the driver', true),
        plainArgument('token_id', 'Of their token, if it was entered already'),
        stationArgument(needs, false),
      ],
      goal: 'Make sure that this driver can charge tomorrow, and find out what is missing. Drivers and tokens are entered by people alone.',
      steps: [
        'Call list_drivers with the name: is somebody of that name there already? Ask before you take them for the same person.',
        'Call find_token for the driver or the token_id: is there a token, is it blocked, until when is it valid, which group has it?',
        'If driver or token is missing, say what a person has to enter in the console (Access) or with sigec driver add and sigec token add, and stop there. Never ask for the number of a card.',
        'Call try_authorization at the charge point where they will charge: would they be accepted, at what price, and also while it is offline?',
        'If the token is blocked and should not be, propose set_token_blocked with is_blocked false.',
      ],
      answer:
        'Ready or not ready, in one line; then what is missing and who enters it where, the price they will pay, and one sentence to send to the driver.',
    }),
  ];
}
