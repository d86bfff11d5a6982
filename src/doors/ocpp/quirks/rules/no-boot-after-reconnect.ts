import { type ConductRule, everyVersion } from '../quirk.ts';

export const noBootAfterReconnect: ConductRule = {
  id: 'no-boot-after-reconnect',
  kind: 'conduct',
  title: 'A station that speaks before it boots on a new connection is served; its last boot still holds.',
  seenIn: 'evcc-io/evcc#15874 and evcc PR #25069: no BootNotification after the network came back.',
  versions: everyVersion,
  actions: 'all',
};
