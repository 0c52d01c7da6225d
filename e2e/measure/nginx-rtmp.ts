// nginx with Debian's RTMP module and its HLS as it comes: the peer of our live output.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/ports.ts';

export class NginxRtmp {
  readonly ingestAddress: string;
  readonly playlist: string;
  private readonly child: ChildProcess;
  private readonly folder: string;

  private constructor(child: ChildProcess, folder: string, rtmp: number, http: number) {
    this.child = child;
    this.folder = folder;
    this.ingestAddress = `rtmp://127.0.0.1:${rtmp}/live/game`;
    this.playlist = `http://127.0.0.1:${http}/game.m3u8`;
  }

  static async start(): Promise<NginxRtmp> {
    const folder = await mkdtemp(join(tmpdir(), 'nginx-rtmp-'));
    const [rtmp, http] = [await freePort(), await freePort()];
    const settings = `
      load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
      daemon off; user root; pid ${folder}/pid; error_log ${folder}/error.log;
      events {}
      rtmp { server { listen 127.0.0.1:${rtmp}; application live { live on; hls on; hls_path ${folder}/hls; } } }
      http {
        access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p;
        fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
        types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; }
        server { listen 127.0.0.1:${http}; root ${folder}/hls;
          location / { add_header access-control-allow-origin *; add_header cache-control no-cache; } }
      }`;
    const file = join(folder, 'nginx.conf');
    await writeFile(file, settings);
    const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' });
    const nginx = new NginxRtmp(child, folder, rtmp, http);
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await fetch(nginx.playlist).catch(() => undefined);
      if (answer !== undefined) return nginx;
      await sleep(100);
    }
    await nginx.stop();
    throw new Error('nginx does not answer; scripts/setup-system nginx installs it with its RTMP module');
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }
}
