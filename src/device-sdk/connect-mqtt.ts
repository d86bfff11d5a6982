import { connect } from 'mqtt';
import type { Connection, OnFrame } from './connection.ts';
import type { MqttAccount } from './settings.ts';

/** Resolves when the broker has let us in. There is nothing to subscribe to: the server sends to us by name. */
export function connectMqtt(account: MqttAccount, onFrame: OnFrame): Promise<Connection> {
  const { clientId, username, password, publishTopic, keepaliveSeconds } = account;
  const client = connect(brokerAddress(account.endpoint), {
    clientId,
    username,
    password,
    keepalive: keepaliveSeconds,
    clean: true,
    reconnectPeriod: 0, // the device asks for its settings before it comes back
    connectTimeout: 10_000,
  });
  const opened = Promise.withResolvers<Connection>();
  const closed = Promise.withResolvers<string>();
  client.once('connect', () => {
    opened.resolve({
      send: (frame) => client.connected && client.publish(publishTopic, frame),
      close: () => client.end(),
      closed: closed.promise,
    });
  });
  client.on('message', (_topic, payload) => onFrame(payload.toString()));
  client.on('error', (error) => {
    opened.reject(error);
    client.end(true);
  });
  client.once('close', () => {
    client.end(true);
    opened.reject(new Error('The broker closed the connection.'));
    closed.resolve('The broker closed the connection.');
  });
  return opened.promise;
}

/** host or host:port; without a port it is 8883, and 8883 is TLS. */
function brokerAddress(endpoint: string): string {
  const { hostname, port } = new URL(`mqtt://${endpoint}`);
  return port === '' || port === '8883' ? `mqtts://${hostname}:8883` : `mqtt://${hostname}:${port}`;
}
