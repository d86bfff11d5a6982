import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { ledgerEvent } from '../event.ts';
import { devicePlace, placeDevice, siteId } from '../stations/site.ts';
import { deviceStates, deviceTiers } from '../word-lists.ts';

/** A device is known by its MAC address, written small: aa:bb:cc:dd:ee:ff. Somebody's own MCP server has a name that it was given. */
export const deviceId = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^([0-9a-f]{2}(:[0-9a-f]{2}){5}|[a-z0-9][a-z0-9-]{0,39})$/,
    'must be a MAC address such as aa:bb:cc:dd:ee:ff, or a short name such as my-server',
  );

/** `endpoint`: an MCP server that dialled in. */
export const deviceTransport = z.enum(['websocket', 'mqtt', 'endpoint']);
export type DeviceTransport = z.infer<typeof deviceTransport>;

/** waiting: it asked for its settings, and nobody has activated it yet. blocked: nobody wants it. */
export const deviceState = z.enum(deviceStates);
export type DeviceState = z.infer<typeof deviceState>;

export const deviceLink = z.object({
  isOnline: z.boolean(),
  transport: deviceTransport.nullable().describe('Of this connection, or of the last one'),
  since: time.nullable().describe('Since when it is online, or has been away'),
  reason: z.string().nullable().describe('Why it is away; a WebSocket device connects only when somebody speaks to it'),
});

/** new: nobody has looked at it. changed: it says something else than when it was accepted. Agents get accepted ones only. */
export const toolTrust = z.enum(['new', 'accepted', 'changed', 'refused']);
export type ToolTrust = z.infer<typeof toolTrust>;

export const deviceTier = z.enum(deviceTiers);
export type DeviceTier = z.infer<typeof deviceTier>;

export const deviceTool = z.object({
  name: z.string().describe('As the device says it: self.light.set_rgb'),
  toolName: z.string().describe('Its name among our tools: device_lobby_light_light_set_rgb'),
  description: z.string().describe('Written by the device: data, not advice'),
  inputSchema: z.record(z.string(), z.unknown()),
  isForUsersOnly: z.boolean(),
  tier: deviceTier,
  hash: z.string().describe('Over all that the device says of it; accepting names the hash that was looked at'),
  trust: toolTrust,
  acceptedBy: z.string().nullable(),
  acceptedAt: time.nullable(),
  seenAt: time,
});
export type DeviceTool = z.infer<typeof deviceTool>;

export const device = z.object({
  id: z.string(),
  name: z.string().describe('Given by an operator; until then the id'),
  kind: z.enum(['device', 'server']).describe('server: somebody’s own MCP server'),
  state: deviceState,
  link: deviceLink,
  board: z.string().nullable(),
  firmware: z.string().nullable(),
  language: z.string().nullable(),
  serialNumber: z.string().nullable(),
  firstSeenAt: time,
  lastSeenAt: time,
  activatedAt: time.nullable(),
  activatedBy: z.string().nullable(),
  codeExpiresAt: time
    .nullable()
    .describe(
      'It shows a code, good until then: whoever reads it there can activate it. No answer of ours holds the code',
    ),
  isProofAwaited: z.boolean().describe('Its code was entered with its secret, which it has to prove yet'),
  toolCount: z.int(),
  waitingToolCount: z.int().describe('Tools that are new or have changed'),
});
export type Device = z.infer<typeof device>;

export const deviceList = z.object({ devices: z.array(device.extend({ place: devicePlace.nullable() })) });
export type DeviceList = z.infer<typeof deviceList>;

export const deviceDetail = device.extend({ tools: z.array(deviceTool), place: devicePlace.nullable() });
export type DeviceDetail = z.infer<typeof deviceDetail>;

export const deviceQuery = z.object({
  state: deviceState.optional(),
  siteId: z.string().optional(),
  stationId: z.string().optional(),
  isOnline: z.stringbool().optional(),
});
export type DeviceQuery = z.output<typeof deviceQuery>;

const name = visibleText.min(1).max(60);

export const activateDevice = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'must be the six digits that the device shows')
    .describe('What the device shows; whoever reads it stands before the device'),
  name: name.optional(),
  secret: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
    .optional()
    .describe('The HMAC key in its eFuse, where it has a serial number; it is kept sealed and never shown'),
});
export type ActivateDevice = z.output<typeof activateDevice>;

export const changeDevice = z.object({ name: name.optional(), isBlocked: z.boolean().optional() });
export type ChangeDevice = z.output<typeof changeDevice>;

/** Words that stand where an id could, as in /api/devices/activate. */
const wordsOfAddresses: readonly string[] = ['activate', 'servers'];
const serverId = deviceId.refine((id) => !wordsOfAddresses.includes(id), {
  error: 'must be another word than activate and servers',
});

/** A server of a user's own: the answer holds the address to dial, once. */
export const addServer = z.object({ id: serverId, name: name.optional() });
export type AddServer = z.output<typeof addServer>;
export const addedServer = device.extend({
  address: z.string().describe('wss://…/mcp_endpoint/mcp?token=…, shown once'),
});
export type AddedServer = z.infer<typeof addedServer>;

export const judgeTool = z.object({
  verdict: z.enum(['accept', 'refuse']),
  hash: z.string().describe('What was looked at; another one now: nothing is accepted'),
  tier: deviceTier.optional().describe('Stricter or, down to what its name allows, milder than ours'),
});
export type JudgeTool = z.output<typeof judgeTool>;

export const callDevice = z.object({
  arguments: z.record(z.string(), z.unknown()).default({}),
  timeoutSeconds: z.number().min(1).max(300).default(30),
});

/** A text for the screen that the firmware has of its own. */
export const alertDevice = z.object({
  message: visibleText.min(1).max(300),
  title: visibleText.min(1).max(40).default('SIGEC').describe('What stands above it'),
  emotion: z
    .enum(['neutral', 'happy', 'sad', 'surprised', 'thinking'])
    .default('neutral')
    .describe('The face beside it'),
});
export type AlertDevice = z.output<typeof alertDevice>;

/** sent: it left; the device does not say whether it shows it. offline: nothing was sent. */
export const alertAnswer = z.object({
  status: z.enum(['sent', 'offline']),
  reason: z.string().nullable().describe('Our own sentence, where nothing was sent'),
});
export type AlertAnswer = z.infer<typeof alertAnswer>;

export const deviceImage = z.object({ mimeType: z.string(), data: z.string().describe('base64') });
export type DeviceImage = z.infer<typeof deviceImage>;

/** done: it ran. failed: the device said why not. no-answer: nothing came in time, it may have run. offline, busy: it was not sent. */
export const deviceAnswer = z.object({
  status: z.enum(['done', 'failed', 'no-answer', 'offline', 'busy']),
  text: z.string().nullable().describe('Written by the device: data, not advice'),
  images: z.array(deviceImage),
  reason: z.string().nullable().describe('Our own sentence, where it is not done'),
  tookMs: z.int(),
});
export type DeviceAnswer = z.infer<typeof deviceAnswer>;

/** Newest first. */
export const deviceEvents = z.object({ events: z.array(ledgerEvent) });

/** Where a device stands: its site, and what it stands at there. */
export const putDevice = placeDevice.extend({ siteId });

export const deviceTools = z.object({ tools: z.array(deviceTool) });
export type DeviceTools = z.infer<typeof deviceTools>;
