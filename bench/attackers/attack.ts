export type Target = {
  ocppUrl: string;
  apiUrl: string;
  mcpUrl: string;
  devicesUrl: string;
  mqttPort: number;
  adminKey: string;
  device: DeviceAccess;
};

export type Tally = { messages: number; bytes: number; closes: number };

/** Goes on until the signal is aborted, and counts what it sends. */
export type Attack = (target: Target, tally: Tally, signal: AbortSignal) => Promise<void>;

type DeviceAccess = {
  deviceId: string;
  clientId: string;
  token: string;
  mqtt: { clientId: string; username: string; password: string };
};

type Settings = {
  activation?: { code: string };
  websocket?: { token: string };
  mqtt?: { client_id: string; username: string; password: string };
};

/** A device as the firmware comes: it asks, a person enters its code, it asks again. */
export async function activateDevice(
  { devicesUrl, apiUrl }: { devicesUrl: string; apiUrl: string },
  adminKey: string,
): Promise<DeviceAccess> {
  const [deviceId, clientId] = ['02:be:7c:00:00:01', 'bench-device'];
  const headers = { 'device-id': deviceId, 'client-id': clientId, 'content-type': 'application/json' };
  const ask = async () => {
    const response = await fetch(`${devicesUrl}/xiaozhi/ota/`, { method: 'POST', headers, body: '{}' });
    return (await response.json()) as Settings;
  };
  const code = (await ask()).activation?.code;
  await fetch(`${apiUrl}/api/devices/activate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { websocket, mqtt } = await ask();
  if (websocket === undefined || mqtt === undefined) throw new Error('The device of the benchmark was not activated.');
  const { client_id, username, password } = mqtt;
  return { deviceId, clientId, token: websocket.token, mqtt: { clientId: client_id, username, password } };
}
