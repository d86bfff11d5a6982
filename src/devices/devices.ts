import type {
  ActivateDevice,
  AddedServer,
  AddServer,
  AlertAnswer,
  AlertDevice,
  ChangeDevice,
  Device,
  DeviceAnswer,
  DeviceTool,
  JudgeTool,
} from '#contract/devices/device.ts';
import type { Actor } from '#principals/actor.ts';

/** One call of a tool, as it leaves. Arguments are checked against the tool's schema first: devices are lax. */
export type DeviceCall = {
  deviceId: string;
  /** As the device says it: self.light.set_rgb. */
  tool: string;
  arguments: Record<string, unknown>;
  timeoutMs?: number;
  signal?: AbortSignal;
};

export type KnownDevice = Device & { tools: DeviceTool[] };

export type Devices = {
  list(): Promise<KnownDevice[]>;
  /** Throws NOT_FOUND, naming similar ones. */
  get(id: string): Promise<KnownDevice>;
  /** Lets a device in that waits. The code is on its display: whoever knows it stands before it. */
  activate(wanted: ActivateDevice, actor: Actor): Promise<Device>;
  /** A blocked device is cut off, and what it was handed is worth nothing from then on. */
  change(id: string, change: ChangeDevice, actor: Actor): Promise<Device>;
  /** Forgets it with its tools; it may come again and wait. */
  remove(id: string, actor: Actor): Promise<Device>;
  addServer(wanted: AddServer, actor: Actor): Promise<AddedServer>;
  /** A new address to dial; the one before is worth nothing. */
  renewServerAddress(id: string, actor: Actor): Promise<AddedServer>;
  judgeTool(id: string, tool: string, judgement: JudgeTool, actor: Actor): Promise<DeviceTool>;
  refreshTools(id: string, signal?: AbortSignal): Promise<DeviceTool[]>;
  /** Never throws for what the device does: the answer says it. Throws NOT_FOUND and INVALID_INPUT. */
  call(call: DeviceCall): Promise<DeviceAnswer>;
  /** A text on its own screen. Throws NOT_FOUND, and CONFLICT for what has no screen. */
  alert(alert: AlertDevice & { deviceId: string }): Promise<AlertAnswer>;
  /** Told after a device, its name, its tools or their trust have changed; returns how to stop hearing. */
  onChange(listener: (deviceId: string) => void): () => void;
};
