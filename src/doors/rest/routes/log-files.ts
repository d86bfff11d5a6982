import { Readable } from 'node:stream';
import { logFileApi } from '#contract/api/log-files.ts';
import { serve } from '../route.ts';

export const logFileRoutes = serve(logFileApi, {
  list: async ({ params }, { charging }) => ({ logFiles: await charging.logFiles.find(params.id) }),
  ask: ({ params, body, actor }, { charging }) => charging.logFiles.ask({ stationId: params.id, ...body }, actor),
  get: ({ params }, { charging }) => charging.logFiles.get(params.id),
  text: ({ params, actor }, { charging }) => charging.logFiles.text(params.id, actor),
  async content({ params, actor, reply }, { charging }) {
    const { logFile, reader } = await charging.logFiles.content(params.id, actor);
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="log-${logFile.id}"`) // never the name that the station chose
      .header('content-length', reader.bytes)
      .send(Readable.from(reader.read(0, reader.bytes)));
  },
});
