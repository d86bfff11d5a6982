/** Why this browser cannot be told by push; undefined: it can. Browsers allow it over https and on this machine alone. */
export function whyNoPush(): 'insecure' | 'unsupported' | undefined {
  if (!window.isSecureContext) return 'insecure';
  return 'serviceWorker' in navigator && 'PushManager' in window ? undefined : 'unsupported';
}

/** Subscribes this browser; the browser asks its person first. The address is where its push service takes our messages. */
export async function pushEndpoint(serverKey: string): Promise<string> {
  const worker = await navigator.serviceWorker.register('/push-worker.js');
  await navigator.serviceWorker.ready;
  const { endpoint } = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
  return endpoint;
}
