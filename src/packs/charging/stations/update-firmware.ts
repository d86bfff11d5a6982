import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds, StationFiles } from '../needs.ts';
import { stationTarget } from '../place.ts';
import { runningSessions, sessionsAsPrecondition, sessionsInPlan } from '../running-sessions.ts';
import {
  commandResult,
  commandTimeoutMs,
  followedTaskMs,
  patienceSeconds,
  resultOf,
  runAtStation,
  waitOrFollowSeconds,
  why,
  whyNotDone,
} from '../station-command.ts';

const maxShown = 500;

export function updateFirmware({ charging, stationFiles }: Pick<PackNeeds, 'charging' | 'stationFiles'>): Tool {
  async function look({ charge_point_id, location }: { charge_point_id: string; location: string }) {
    const { href, host } = allowedLocation(stationFiles, location);
    const station = await onlineChargePoint(charging, charge_point_id);
    return { station, href, host, running: await runningSessions(charging, station.id) };
  }

  return defineTool({
    name: 'update_firmware',
    title: 'Update the firmware of a charge point',
    description:
      'Has one charge point fetch and install new firmware, from a host that the operator of this system allows. It usually restarts by it, and is out of work if the file is wrong. ' +
      'An administrator has to approve. get_charge_point_status tells the version it runs and, under upkeep, how the update goes. For many charge points propose it one by one, and look at the first before the others.',
    category: 'stations',
    level: 'advanced',
    tier: 'R3',
    timeoutMs: commandTimeoutMs,
    taskMs: followedTaskMs,
    input: z.object({
      charge_point_id: chargePointId,
      location: z
        .url({ protocol: /^https$/ })
        .max(maxShown)
        .describe('https address of the file as it is sent: no password, no #, no . or .. in its path'),
      retrieve_at: time.optional().describe('When to fetch it; absent: now'),
      install_at: time.optional().describe('When to install it; absent: once it is fetched'),
      signing_certificate: z.string().max(5500).optional().describe('PEM; together with signature: a signed update'),
      signature: z.string().max(800).optional().describe('Base64, of the file'),
      why,
      wait_seconds: waitOrFollowSeconds(0),
    }),
    output: commandResult,
    examples: [{ charge_point_id: 'CP-7', location: 'https://firmware.example.com/cp/2.4.1.bin' }],
    subject: (input) => input.charge_point_id,
    async plan(input) {
      const { station, href, host, running } = await look(input);
      if ((input.signature === undefined) !== (input.signing_certificate === undefined)) throw halfSigned();
      const version = station.firmwareVersion;
      const isSigned = input.signature !== undefined;
      return {
        targets: [stationTarget(station.id)],
        effect: sentenceOf(isSigned ? 'effect-firmware' : 'effect-firmware-unsigned', { count: running.length }),
        details: {
          reported_version_now: untrustedTextIfAny(version) ?? null,
          from_host: untrustedText(host, 100),
          location: href,
          retrieve_at: input.retrieve_at ?? null,
          install_at: input.install_at ?? null,
          is_signed: isSigned,
          running_sessions: sessionsInPlan(running),
        },
        preconditions: { location: href, version_now: version, running_sessions: sessionsAsPrecondition(running) },
      };
    },
    async run(input, context) {
      const { station, href } = await look(input);
      const patience = patienceSeconds(context, input.wait_seconds, 0);
      const record = await runAtStation({ charging }, context, {
        stationId: station.id,
        name: 'update-firmware',
        input: {
          location: href,
          ...(input.retrieve_at !== undefined && { retrieveAt: input.retrieve_at }),
          ...(input.install_at !== undefined && { installAt: input.install_at }),
          ...(input.signature !== undefined && {
            signature: input.signature,
            signingCertificate: input.signing_certificate,
          }),
        },
        why: input.why,
        ...(patience > 0 && { waitForEffectSeconds: patience }),
      });
      const text = whyNotDone(record) ?? followed(record.effect?.kind);
      return { text, data: resultOf(record) };
    },
  });
}

function followed(kind: string | undefined): string {
  if (kind === 'firmware-installed') return 'The charge point has installed it.';
  if (kind === 'firmware-failed')
    return 'The charge point agreed, and then reported that it failed; see get_charge_point_status.';
  return 'The charge point agreed; get_charge_point_status tells how it goes.';
}

function allowedLocation({ firmwareHosts }: StationFiles, location: string): URL {
  if (firmwareHosts.length === 0)
    throw new SigecError(
      'CONFLICT',
      'No host is settled from which firmware may come: whoever runs this system sets FIRMWARE_HOSTS. Nothing was asked.',
    );
  const url = new URL(location);
  const hasCredentials = url.username !== '' || url.password !== '';
  const isAllowed = !hasCredentials && firmwareHosts.includes(url.host); // with its port, where it is not the usual one
  if (isAllowed && isShownAsSent(url, location)) return url;
  if (isAllowed)
    throw wrongArgument(
      'The address would be sent otherwise than it is written, so nobody could approve it. Write it as it is after all of its . and .. are resolved, without # and without characters that have to be escaped.',
      'location',
    );
  throw new SigecError(
    'NOT_ALLOWED',
    'Firmware may come only from the hosts that whoever runs this system has settled (FIRMWARE_HOSTS), over https and without a password in the address.',
    { details: { fields: [{ field: 'location' }] } },
  );
}

/** What is approved is what the station gets; nor may its server read another path out of it. */
function isShownAsSent({ href, pathname, hash }: URL, location: string): boolean {
  const isPlain = hash === '' && !href.includes('#') && !/%(?:2e|2f|5c|25|00)/i.test(pathname);
  return isPlain && href === location && untrustedText(href, maxShown) === href;
}

function halfSigned(): SigecError {
  return wrongArgument(
    'signature and signing_certificate belong together: give both or neither.',
    'signature',
    'signing_certificate',
  );
}
