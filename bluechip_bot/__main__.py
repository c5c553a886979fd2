"""`python -m bluechip_bot` is the console command `bluechip-bot`."""

from bluechip_bot.cli import main

if __name__ == "__main__":
    main()
