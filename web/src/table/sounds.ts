/** Sounds, made when they are heard: short tones and bursts of noise, and no files. */

const LOUD = 0.16;

export class Instrument {
  private context = new AudioContext();

  close(): void {
    void this.context.close();
  }

  /** A tone that fades. */
  private tone(pitch: number, long: number, after = 0, kind: OscillatorType = 'triangle', loud = LOUD): void {
    const { context } = this;
    const start = context.currentTime + after;
    const [voice, volume] = [context.createOscillator(), context.createGain()];
    voice.type = kind;
    voice.frequency.setValueAtTime(pitch, start);
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + long);
    voice.connect(volume).connect(context.destination);
    voice.start(start);
    voice.stop(start + long);
  }

  /** A knock on wood: noise that is cut off. */
  private knock(pitch: number, long: number, after = 0, loud = LOUD): void {
    const { context } = this;
    const start = context.currentTime + after;
    const length = Math.ceil(long * context.sampleRate);
    const noise = context.createBuffer(1, length, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let k = 0; k < length; k++) samples[k] = (Math.random() * 2 - 1) * (1 - k / length) ** 2;
    const [source, filter, volume] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
    source.buffer = noise;
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    volume.gain.value = 3 * loud;
    source.connect(filter).connect(volume).connect(context.destination);
    source.start(start);
  }

  dice(): void {
    for (const [k, after] of [0, 0.09, 0.17, 0.29, 0.43].entries()) this.knock(1700 - 120 * k, 0.06, after);
  }
  steps(count: number): void {
    for (let k = 0; k < Math.min(5, count); k++) this.knock(700, 0.05, 0.11 * k, 0.1);
  }
  capture(): void {
    this.knock(220, 0.16);
    this.tone(130, 0.22, 0.02, 'sine');
  }
  yourTurn(): void {
    this.tone(523, 0.25);
    this.tone(784, 0.35, 0.13);
  }
  won(): void {
    for (const [k, pitch] of [523, 659, 784, 1047].entries()) this.tone(pitch, 0.45, 0.12 * k);
  }
}
