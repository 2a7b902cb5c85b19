import { describe, expect, it } from 'vitest';
import { called, distinct, retold, told, yours, YOU } from '../src/seats/told';

describe('words of the rules with the names of the players', () => {
  const names = ['Ann', 'Rust', '', '', '', 'Bo'];

  it('puts names for colours, each with its seat, in one go', () => {
    expect(told("Rust's Luggant 2 sits down on Cobalt's Luggant", names)).toEqual([
      { text: 'Ann', seat: 0 },
      { text: "'s Luggant 2 sits down on ", seat: null },
      { text: 'Rust', seat: 1 },
      { text: "'s Luggant", seat: null },
    ]);
  });
  it('tells you what you do in the middle of a sentence, too', () => {
    expect(retold('Cobalt is pushed from d4 to d5, Rust is hurt', [YOU, 'Bo'])).toBe(
      'Bo is pushed from d4 to d5, you are hurt',
    );
  });
  it('tells you what you were and have, also behind another caption', () => {
    expect(retold('Rust was alone on the peak for the whole of round 9.', [YOU, 'Bo'])).toBe(
      'You were alone on the peak for the whole of round 9.',
    );
    expect(retold("Captain Decker's game · Rust has won", [YOU, 'Bo'])).toBe("Captain Decker's game · you have won");
    expect(retold('Cobalt broke 1 of 6 bulges, Rust broke 6.', [YOU, 'Bo'])).toBe(
      'Bo broke 1 of 6 bulges, you broke 6.',
    );
  });
  it('tells you all that you do in one sentence', () => {
    expect(retold("Rust rolls ace and does not mind Cobalt's roar", [YOU, 'Bo'])).toBe(
      "You roll ace and do not mind Bo's roar",
    );
    expect(retold('Rust rolls 2 and is going to run', [YOU, 'Bo'])).toBe('You roll 2 and are going to run');
    expect(retold('Rust rolls 3 and stands and shivers', [YOU, 'Bo'])).toBe('You roll 3 and stand and shiver');
  });
  it('calls yours what is your own, and nobody else’s', () => {
    expect(retold("Rust's boat 5 enters at i11, on top of its own boat 4", [YOU, 'Bo'])).toBe(
      'Your boat 5 enters at i11, on top of your own boat 4',
    );
    expect(retold("Rust pushed Cobalt's Martian 1 back 3 and its own Martian 2 back 1", [YOU, 'Bo'])).toBe(
      "You pushed Bo's Martian 1 back 3 and your own Martian 2 back 1",
    );
    expect(retold('Cobalt lost its own Trych', [YOU, 'Bo'])).toBe('Bo lost its own Trych');
  });
  it('leaves the colour to a seat without a name, and words alone that only hold one', () => {
    expect(retold('Jade rolls 4. Rusty water', names)).toBe('Jade rolls 4. Rusty water');
  });
  it('knows the longer name of a seat from the shorter', () => {
    expect(retold('Rust ring 3 sails past Rust 1', names)).toBe('Bo 3 sails past Ann 1');
  });
  it('says whose a piece is, and who holds it, wherever its name is said', () => {
    const people = [YOU, 'Skilled bot', '', '', '', 'Bo'];
    expect(called('Rust boat 5 on g9, facing west, blanketed by Cobalt boat 2', people)).toBe(
      "Your boat 5 on g9, facing west, blanketed by Skilled bot's boat 2",
    );
    expect(called('Bulge on h4, broken for Rust, stands for Cobalt', people)).toBe(
      'Bulge on h4, broken for you, stands for Skilled bot',
    );
    expect(called("Cobalt's small Martian 1, waiting to land", people)).toBe(
      "Skilled bot's small Martian 1, waiting to land",
    );
    expect(called('Rust ring boat 1, ashore', people)).toBe("Bo's boat 1, ashore");
  });
  it('calls those with the same name by their colours', () => {
    const seats = ['Ann', 'Novice bot', 'Novice bot'].map((name) => ({ name }));
    expect(distinct(seats).map(({ name }) => name)).toEqual(['Ann', 'Cobalt', 'Marigold']);
  });
  it('calls who reads it you, with the verbs put right', () => {
    const mine = [YOU, 'Novice bot'];
    expect(retold('Rust rolls 5 and 2', mine)).toBe('You roll 5 and 2');
    expect(retold('Rust goes home and heals', mine)).toBe('You go home and heal');
    expect(retold("Rust's boat 1 enters the race", mine)).toBe('Your boat 1 enters the race');
    expect(retold("Cobalt's Squam passes a ring to Rust's Trych", mine)).toBe(
      "Novice bot's Squam passes a ring to your Trych",
    );
    expect(retold('Cobalt pushes Rust. Rust passes, then Cobalt rolls', mine)).toBe(
      'Novice bot pushes you. You pass, then Novice bot rolls',
    );
    expect(retold('Rust is alone on the peak. Cobalt carries on', mine)).toBe(
      'You are alone on the peak. Novice bot carries on',
    );
  });
  it('says your to who sits there', () => {
    expect(yours("Cobalt's small Martian 1", 1)).toBe('your small Martian 1');
    expect(yours("Cobalt's small Martian 1", 0)).toBe("Cobalt's small Martian 1");
    expect(yours('Rust Luggant 3', 0)).toBe('your Luggant 3');
    expect(yours('Rust ring boat 2', 0)).toBe("Rust ring's boat 2");
    expect(yours('k9', 0)).toBe('k9');
  });
});
