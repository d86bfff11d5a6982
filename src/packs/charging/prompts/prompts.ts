import type { Prompt } from '#tools/pack.ts';
import type { PackNeeds } from '../needs.ts';
import { guide, monthArgument, plainArgument, sessionArgument, siteArgument, stationArgument } from './guide.ts';
import { operatorAssistant } from './operator-assistant.ts';

export function chargingPrompts(needs: Pick<PackNeeds, 'charging' | 'clock'>): Prompt[] {
  return [
    operatorAssistant,
    ...stationPrompts(needs),
    ...sessionPrompts(needs),
    ...officePrompts(needs),
    ...energyPrompts(needs),
  ];
}

function energyPrompts(needs: Pick<PackNeeds, 'charging' | 'clock'>): Prompt[] {
  return [
    guide({
      name: 'smart_charging_advice',
      title: 'Advice on smart charging',
      description: 'Weighs demand, prices and preferences by the plan of a site, and proposes what follows',
      arguments: [
        siteArgument(needs),
        plainArgument('preferences', 'What matters, such as a power the site may draw, cost, or who must be full when'),
      ],
      goal: 'Advise how charging here should be spread, from demand, prices and what people prefer, by the plan that the server computes, and propose what follows.',
      steps: [
        'If no preference was given, ask for the one that matters most: a power that the site may draw, the lowest cost, or vehicles that must be full by a time. Go on with what the tools tell meanwhile.',
        'Call plan_charging for the site (list_sites finds it). It tells load below the limit by hours with their prices, each car with its need and why it charges when it does, cost with and without a plan, and what is unsafe. Compute nothing of this yourself.',
        'For each car that will lack energy, or that somebody asked about, call explain_plan: what holds it back, what was said, what is only foreseen and how surely?',
        'Try the preference out before you propose it: plan_charging with if_limits for another power, with caution 0 for the lowest cost or 1 for the deadlines. Take cost and missing energy of both plans as they stand.',
        'Where a car needs more or sooner than counted, propose set_charging_need with dry_run first: predicted says when it is ready, what it will lack, and who would lack more for it. Where the site must draw less for a time, do the same with set_site_limit. Where the plan is right, propose nothing.',
        'If nothing is planned at the site (NOT_FOUND), say that a person sets its limits in the console (Energy) or with sigec energy set. Until then call get_charging_limits for each charge point where somebody charges, and propose set_charging_limit where one is needed, with dry_run first.',
        'After a person has approved and it was applied, call plan_charging again and say what really holds, and which charge point does not follow.',
      ],
      answer:
        'A table: charge point, need and by whose word, ready at, what it will lack, why. Then what the plan saves and what the preference would change, by the figures of the tools; what is only foreseen; and which proposals wait.',
    }),
    guide({
      name: 'draft_automation',
      title: 'Draft a rule from a wish',
      description: 'Turns a wish such as "every night restart stations that lost contact twice" into a tried-out draft',
      arguments: [plainArgument('wish', 'What should happen by itself, and when', true), siteArgument(needs)],
      goal: 'Turn this wish into a rule that a person can judge: exactly what, when, to whom, within which limits, and what it would have done.',
      steps: [
        'Read the wish: what triggers it (an event, the clock, a device), what has to be so besides, what is done, how it is seen to have helped, and what else is done. What the wish leaves open, take from the usual values and say so; what could mean two things, ask.',
        'Call draft_rule with it, as text where the wish is simple, in full otherwise. Read problems and dry_run (what it would have done, and what its limits would have held back).',
        'If it would hit nothing, or a large part of the network, try one stricter or milder variant, and show both.',
        'For the charge point that it would have touched most, call what_happened for one of those days: would it have helped, or is it the network?',
        'Do nothing by hand because of a draft. Propose set_rule only if you are asked to set it up; a person approves it.',
      ],
      answer:
        'The rule in one sentence; a table of what it would have done, by day; what its limits would have held back; whether it would have helped, by what; what to change about it; and whether anything was set up.',
    }),
  ];
}

function officePrompts(needs: Pick<PackNeeds, 'charging' | 'clock'>): Prompt[] {
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

function sessionPrompts(needs: Pick<PackNeeds, 'charging' | 'clock'>): Prompt[] {
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

function stationPrompts(needs: Pick<PackNeeds, 'charging' | 'clock'>): Prompt[] {
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
