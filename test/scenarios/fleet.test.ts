import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import type { StationPage } from '../../src/contract/stations/station.ts';
import { startFleet } from '../../src/simulator/fleet.ts';
import { ProductProcess } from '../support/product-process.ts';
import { runSigec } from '../support/run-sigec.ts';
import { scale } from '../support/scale.ts';

const count = scale({ test: 150, soak: 1000 });
const beatForMs = scale({ test: 8_000, soak: 60_000 });

test(
  `${count} stations of three versions boot and beat without an error, and appear in REST, MCP and terminal`,
  async () => {
    await using sigec = await ProductProcess.start();
    await using fleet = startFleet({
      url: sigec.ocppUrl,
      count,
      versions: ['1.6', '2.0.1', '2.1'],
      idPrefix: 'F-',
      heartbeatSeconds: 5,
      statusEverySeconds: 10,
    });
    await fleet.allAccepted();
    await new Promise((resolve) => setTimeout(resolve, beatForMs)); // the span itself is what is shown: they go on beating

    const stats = fleet.stats();
    console.log(JSON.stringify(stats));
    expect(stats).toMatchObject({ accepted: count, errors: 0 });
    expect(stats.answered).toBeGreaterThan(count * 3);

    const rest = await sigec.get<StationPage>('/api/stations?state=online&limit=1000');
    expect([rest.total, rest.stations.length]).toEqual([count, count]);

    const mcp = new Client({ name: 'test', version: '1' });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${sigec.ports.mcp}/mcp`)));
    const listed = await mcp.callTool({ name: 'list_charge_points', arguments: { state: 'online', limit: 1 } });
    expect(listed.structuredContent).toMatchObject({ total: count });
    await mcp.close();

    const terminal = await runSigec(['station', 'list', '--json'], { SIGEC_URL: sigec.apiUrl });
    expect(terminal.exitCode).toBe(0);
    const shown = JSON.parse(terminal.stdout) as StationPage;
    expect(shown.stations).toHaveLength(count);
  },
  beatForMs + 120_000,
);
