"""Pluck for Discord: tables of a trick-taking card game, from slash command to winner."""
