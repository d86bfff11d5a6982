import { agent } from './agent.ts';
import { audit } from './audit.ts';
import { books } from './books.ts';
import { certificate } from './certificate.ts';
import { chat } from './chat.ts';
import { contract } from './contract.ts';
import { database } from './database.ts';
import { device } from './device.ts';
import { driver } from './driver.ts';
import { energy } from './energy.ts';
import { event } from './event.ts';
import { finding } from './finding.ts';
import { general } from './general.ts';
import { group } from './group.ts';
import { invoice } from './invoice.ts';
import { key } from './key.ts';
import { killSwitch } from './kill-switch.ts';
import { mcp } from './mcp.ts';
import { node } from './node.ts';
import { outage } from './outage.ts';
import { partner } from './partner.ts';
import { payment } from './payment.ts';
import { person } from './person.ts';
import { proposal } from './proposal.ts';
import { replay } from './replay.ts';
import { report } from './report.ts';
import { reservation } from './reservation.ts';
import { rule } from './rule.ts';
import { session } from './session.ts';
import { simulate } from './simulate.ts';
import { site } from './site.ts';
import { station } from './station.ts';
import { system } from './system.ts';
import { tariff } from './tariff.ts';
import { token } from './token.ts';
import { upkeep } from './upkeep.ts';
import { vehicles } from './vehicles.ts';

/** What `--help` says; the texts of a noun stand in the file of its name, what several share in general.ts. */
export const help = {
  ...general,
  ...agent,
  ...audit,
  ...books,
  ...certificate,
  ...contract,
  ...chat,
  ...database,
  ...device,
  ...driver,
  ...energy,
  ...event,
  ...group,
  ...key,
  ...killSwitch,
  ...mcp,
  ...node,
  ...outage,
  ...finding,
  ...payment,
  ...invoice,
  ...person,
  ...proposal,
  ...replay,
  ...report,
  ...partner,
  ...reservation,
  ...rule,
  ...session,
  ...simulate,
  ...site,
  ...station,
  ...system,
  ...tariff,
  ...token,
  ...upkeep,
  ...vehicles,
};
