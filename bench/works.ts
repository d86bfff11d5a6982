import type { Work } from './harness/bench.ts';
import { bootStorm } from './works/boot-storm.ts';
import { heartbeat, meter, rates, session } from './works/compared.ts';
import { consoleWork } from './works/console.ts';
import { diagnosis } from './works/diagnosis.ts';
import { disk } from './works/disk.ts';
import { energy } from './works/energy.ts';
import { growth } from './works/growth.ts';
import { idle } from './works/idle.ts';
import { localLists } from './works/local-lists.ts';
import { monthReport } from './works/month-report.ts';
import { neighbours } from './works/neighbours.ts';
import { nodes } from './works/nodes.ts';
import { requests } from './works/requests.ts';
import { sizing } from './works/sizing.ts';
import { start } from './works/start.ts';
import { storage } from './works/storage.ts';
import { tls } from './works/tls.ts';
import { vehicles } from './works/vehicles.ts';

export const works: readonly Work[] = [
  heartbeat,
  session,
  meter,
  rates,
  bootStorm,
  idle,
  disk,
  storage,
  sizing,
  growth,
  monthReport,
  localLists,
  vehicles,
  neighbours,
  tls,
  nodes,
  consoleWork,
  start,
  energy,
  requests,
  diagnosis,
];
