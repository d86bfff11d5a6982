import { type Argument, Command, type Option } from 'commander';
import { version } from '#base/version.ts';
import { addServerOptions, commandKit, languageOption } from './command-kit.ts';
import { addAgent } from './nouns/agent.ts';
import { addAudit } from './nouns/audit.ts';
import { addBooks } from './nouns/books.ts';
import { addCampaign } from './nouns/campaign.ts';
import { addCertificate } from './nouns/certificate.ts';
import { addChat } from './nouns/chat.ts';
import { addContract } from './nouns/contract.ts';
import { addDatabase } from './nouns/database.ts';
import { addDevice } from './nouns/device.ts';
import { addDriver } from './nouns/driver.ts';
import { addEnergy } from './nouns/energy.ts';
import { addEvent } from './nouns/event.ts';
import { addFinding } from './nouns/finding.ts';
import { addGroup } from './nouns/group.ts';
import { addInvoice } from './nouns/invoice.ts';
import { addKey } from './nouns/key.ts';
import { addKillSwitch } from './nouns/kill-switch.ts';
import { addMcp } from './nouns/mcp.ts';
import { addNode } from './nouns/node.ts';
import { addNotify } from './nouns/notify.ts';
import { addOutage } from './nouns/outage.ts';
import { addPartner } from './nouns/partner.ts';
import { addPayment } from './nouns/payment.ts';
import { addPerson } from './nouns/person.ts';
import { addPlaybook } from './nouns/playbook.ts';
import { addProposal } from './nouns/proposal.ts';
import { addReplay } from './nouns/replay.ts';
import { addReport } from './nouns/report.ts';
import { addReservation } from './nouns/reservation.ts';
import { addRule } from './nouns/rule.ts';
import { addSession } from './nouns/session.ts';
import { addSimulate } from './nouns/simulate.ts';
import { addSite } from './nouns/site.ts';
import { addStation } from './nouns/station.ts';
import { addCompletion, addSystem } from './nouns/system.ts';
import { addTariff } from './nouns/tariff.ts';
import { addTicket } from './nouns/ticket.ts';
import { addToken } from './nouns/token.ts';
import { addVehicles } from './nouns/vehicles.ts';
import type { Terminal } from './terminal.ts';
import { wordOf } from './text/text.ts';

export function buildProgram(terminal: Terminal, onDone: (exitCode: number) => void): Command {
  const program = rootOf(terminal);
  const kit = commandKit(terminal, onDone);
  for (const add of [
    addSystem,
    addChat,
    addStation,
    addCertificate,
    addContract,
    addSession,
    addSite,
    addEnergy,
    addGroup,
    addDriver,
    addToken,
    addTariff,
    addReservation,
    addPayment,
    addInvoice,
    addPartner,
    addDevice,
    addReport,
    addOutage,
    addFinding,
    addTicket,
    addPlaybook,
    addCampaign,
    addProposal,
    addRule,
    addNotify,
    addKillSwitch,
    addEvent,
    addPerson,
    addKey,
    addAgent,
    addVehicles,
    addBooks,
    addSimulate,
    addMcp,
    addNode,
    addAudit,
    addDatabase,
    addReplay,
    addCompletion,
  ])
    add(program, kit);
  return program;
}

/** What all commands inherit: the language of the help, where it is written to, and that nothing ends the process. */
function rootOf(terminal: Terminal): Command {
  const { help } = terminal.text;
  const translate = (usage: string) =>
    usage.replaceAll('[options]', help.optionsWord).replaceAll('[command]', help.commandWord);
  const root = new Command('sigec')
    .description(help.about)
    .enablePositionalOptions() // an option of a command may bear the name of one of ours: simulate fleet --version
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.err(text.trimEnd()),
      outputError: () => undefined, // told by whoever catches it, in the right language
      getOutHelpWidth: () => terminal.size()?.columns ?? 100,
      getErrHelpWidth: () => terminal.size()?.columns ?? 100,
      getOutHasColors: () => terminal.isInteractive,
    })
    .configureHelp({
      styleTitle: (title) => terminal.paint('strong', wordOf(help.titles, title)),
      commandUsage: (command) => translate(`${pathOf(command)} ${command.usage()}`),
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
      optionDescription: (option) => optionWords(option, terminal),
    })
    .helpOption('-h, --help', help.help)
    .helpCommand('help [command]', help.helpCommand)
    .version(version, '-V, --version', help.version)
    .addHelpText('after', `\n${help.exitCodes}`)
    .addOption(languageOption(terminal));
  return addServerOptions(root, terminal);
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

/** "sigec station list" */
export function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function optionWords({ description, argChoices, defaultValue }: Option, { text: { help } }: Terminal): string {
  return [
    description,
    ...(argChoices === undefined ? [] : [`[${argChoices.join('|')}]`]),
    ...(typeof defaultValue === 'string' ? [help.byDefault(defaultValue)] : []),
  ].join(' ');
}
