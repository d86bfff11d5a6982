import { join } from 'node:path';

/** The file in DATA_DIR with the certificates that ports show. A terminal on the same machine reads it; only the server can write it. */
export const servedFile = join('tls', 'served.pem');
