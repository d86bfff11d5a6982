import { z } from 'zod';

/** What runs here and where others reach it: what a person types into a charger, an agent or a program. */
export const about = z.object({
  version: z.string(),
  addresses: z.object({
    ocppTls: z.string().nullable().describe('The same over TLS; null while that is off: wss://csms.example.org:9443/'),
    ocpp: z.string().describe('A station puts its id behind it: ws://127.0.0.1:9000/'),
    mcp: z.string().describe('http://127.0.0.1:8000/mcp'),
    api: z.string().describe('http://127.0.0.1:8001/api'),
    ucp: z.string().nullable().optional().describe('The shop for UCP buyers: http://127.0.0.1:8182'),
    devices: z.string().nullable().describe('What devices ask for their settings: http://127.0.0.1:8003/xiaozhi/ota/'),
  }),
});
export type About = z.infer<typeof about>;
