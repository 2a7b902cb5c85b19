#!/bin/sh
# Everything about one graphics card, in one command and about ten minutes with sixteen cores:
#   PYTHONPATH=src sh benchmarks/card.sh FOLDER
# FOLDER/card.json and card.txt: identity with the processor, speeds of all games and of Pgx's backgammon, if it is there;
# FOLDER/variants-GAME.json: random play with the state in local and in global memory, with whole and with short scratch.
folder=${1:?a folder for the results is wanted}
here=$(dirname "$0")
python=${PYTHON:-python3}
mkdir -p "$folder"
"$python" "$here/card.py" --quick --pgx backgammon --limit 330 --out "$folder/card.json" >"$folder/card.txt" 2>&1
for game in everest martian-race sailboat-regatta yavoch yaz; do
    timeout 240 "$python" "$here/card_variants.py" --games "$game" \
        --variants local_state,global_state,whole_scratch,global_scratch --out "$folder/variants-$game.json" \
        >"$folder/variants-$game.txt" 2>&1 &
done
wait
cat "$folder"/*.txt
