// An encoder whose pictures carry their time: grey with a bar code, 30 a second, to several addresses at once.
import { spawn, type ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';
import { barHeight, bars, barsOf } from './bar-code.ts';

const [width, height, rate] = [640, 360, 30];
const samples = 48_000;

/** As much sound as goes with one picture. */
const noise = Buffer.from(
  Int16Array.from({ length: samples / rate }, (_, index) => ((index * 7_919) % 2_000) - 1_000).buffer,
);

export class BarCodeEncoder {
  private readonly ffmpeg: ChildProcess;
  private readonly clock: NodeJS.Timeout;
  private made = 0;

  private constructor(ffmpeg: ChildProcess) {
    this.ffmpeg = ffmpeg;
    const began = performance.now();
    this.clock = setInterval(() => {
      // Timers are late now and then: whatever is due is made, so that the picture keeps its pace.
      while (this.made < ((performance.now() - began) / 1000) * rate) this.show();
    }, 5);
  }

  static push(addresses: readonly string[]): BarCodeEncoder {
    const outputs = addresses.map((address) => `[f=flv:onfail=ignore]${address}`).join('|');
    // Looked at no longer than needed: what comes in meanwhile is old already when it is sent.
    const known = ['-probesize', '32', '-analyzeduration', '0'];
    const shape = ['-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', String(rate)];
    const input = [...known, '-f', 'rawvideo', ...shape, '-i', 'pipe:0'];
    // From the same clock as the pictures: sound that began later would hold all of them back, by as much.
    const sound = [...known, '-f', 's16le', '-ar', String(samples), '-ac', '1', '-i', 'pipe:3'];
    const picture = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'];
    const keyFrames = ['-g', String(rate * 2), '-keyint_min', String(rate * 2), '-sc_threshold', '0'];
    const coded = ['-map', '0:v', '-map', '1:a', ...picture, ...keyFrames, '-c:a', 'aac', '-flags', '+global_header'];
    const quiet = ['-hide_banner', '-loglevel', 'error', '-fflags', 'nobuffer'];
    const all = [...quiet, ...input, ...sound, ...coded, '-f', 'tee', outputs];
    const ffmpeg = spawn('ffmpeg', all, { stdio: ['pipe', 'ignore', 'inherit', 'pipe'] });
    // What it does not take any more when it is stopped is lost on purpose.
    for (const pipe of [ffmpeg.stdin, ffmpeg.stdio[3]]) pipe?.on('error', () => undefined);
    return new BarCodeEncoder(ffmpeg);
  }

  stop(): void {
    clearInterval(this.clock);
    this.ffmpeg.kill('SIGKILL');
  }

  private show(): void {
    const picture = Buffer.alloc(width * height, 96);
    const white = barsOf(Date.now());
    for (let column = 0; column < width; column += 1) {
      const shade = white[Math.floor((column * bars) / width)] === true ? 235 : 16;
      for (let row = 0; row < barHeight; row += 1) picture[row * width + column] = shade;
    }
    this.ffmpeg.stdin?.write(picture);
    const sound = this.ffmpeg.stdio[3];
    if (sound instanceof Writable) sound.write(noise);
    this.made += 1;
  }
}
