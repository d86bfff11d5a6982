import type { Config } from '#base/config.ts';
import { type BrokerNeeds, openEmbeddedBroker } from './embedded-broker.ts';
import { type JoinNeeds, joinBroker } from './join-broker.ts';
import type { MqttDoor } from './mqtt-door.ts';

export type MqttNeeds = Omit<BrokerNeeds & JoinNeeds, 'host' | 'port' | 'tlsPort' | 'url'> & {
  config: Pick<Config, 'host' | 'mqttPort' | 'mqttTlsPort' | 'mqttBrokerUrl'>;
};

/** A broker in this process, unless there is one that devices are to meet us at. */
export async function openMqtt({ config, ...needs }: MqttNeeds): Promise<MqttDoor> {
  if (config.mqttBrokerUrl !== '') return joinBroker({ ...needs, url: config.mqttBrokerUrl });
  const { host, mqttPort: port, mqttTlsPort: tlsPort } = config;
  return openEmbeddedBroker({ ...needs, host, port, tlsPort });
}
