import type { Config } from '#base/config.ts';
import { reachableHost } from '../http/door-address.ts';
import { type BrokerNeeds, openEmbeddedBroker } from './embedded-broker.ts';
import { type JoinNeeds, joinBroker } from './join-broker.ts';
import type { MqttDoor } from './mqtt-door.ts';

export type MqttNeeds = Omit<BrokerNeeds & JoinNeeds, 'host' | 'port' | 'tlsPort' | 'url' | 'soundHost'> & {
  config: Pick<Config, 'host' | 'mqtt' | 'mqttPort' | 'mqttTlsPort' | 'mqttBrokerUrl' | 'mqttPublicUrl'>;
};

/** A broker in this process, unless there is one that devices are to meet us at; null: devices are to speak WebSocket alone. */
export async function openMqtt({ config, ...needs }: MqttNeeds): Promise<MqttDoor | null> {
  if (config.mqtt === 'off') return null;
  const door = await openDoor({ config, ...needs });
  if (config.mqttPublicUrl === '') return door;
  const { protocol, hostname, port } = new URL(config.mqttPublicUrl);
  const isTls = protocol === 'mqtts:';
  return { ...door, isTls, endpoint: () => `${hostname}:${port || (isTls ? 8_883 : 1_883)}` };
}

async function openDoor({ config, ...needs }: MqttNeeds): Promise<MqttDoor> {
  if (config.mqttBrokerUrl !== '')
    return joinBroker({ ...needs, url: config.mqttBrokerUrl, soundHost: reachableHost(config.host) });
  const { host, mqttPort: port, mqttTlsPort: tlsPort } = config;
  return openEmbeddedBroker({ ...needs, host, port, tlsPort });
}
